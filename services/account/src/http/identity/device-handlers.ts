import type { deviceRoutes } from '@inlet/contracts/api/device';
import type { AccountDeps } from '#account-deps.ts';
import type { Handlers } from '#http/handler.ts';
import { approveDevice, denyDevice, readDevice } from '#identity/device/answer-device.ts';
import { fetchDeviceKey, openDevice } from '#identity/device/device-key.ts';

export function deviceHandlers(deps: AccountDeps): Handlers<keyof typeof deviceRoutes> {
  return {
    openDevice: ({ client, body }) => openDevice(deps, client, body.name),
    fetchDeviceKey: ({ body }) => fetchDeviceKey(deps, body.deviceCode),
    readDevice: (call) => readDevice(deps, call, call.path.code),
    approveDevice: (call) => approveDevice(deps, call.actor, call, call.path.code, call.body),
    denyDevice: (call) => denyDevice(deps, call, call.path.code),
  };
}
