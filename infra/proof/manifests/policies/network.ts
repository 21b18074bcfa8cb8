import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { ofKind, type Policy, titleOf } from '#manifests/kube-object.ts';

/** Addresses inside of networks, and the one that clouds give their secrets out at. */
const privateBlocks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'];

/** IPv6 addresses that lead to IPv4 addresses, private ones too. Users name the receivers of webhooks. */
const translatedBlocks = ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'];
const ofUsers = 'NetworkPolicy/worker-to-targets';

/** All traffic is closed unless a policy opens it, and each policy names its peers and ports. */
export const networkPolicy: Policy = (objects) => {
  const policies = ofKind<INetworkPolicy>(objects, 'NetworkPolicy');
  const isClosed = policies.some(({ spec }) => {
    const isForAll = Object.keys(spec?.podSelector ?? { a: 1 }).length === 0;
    const types = spec?.policyTypes ?? [];
    return isForAll && types.includes('Ingress') && types.includes('Egress') && !spec?.ingress && !spec?.egress;
  });
  return [
    ...(isClosed ? [] : ['No NetworkPolicy closes the namespace both ways']),
    ...policies.flatMap((policy) => {
      const title = titleOf(policy);
      const { ingress = [], egress = [] } = policy.spec ?? {};
      const ways = [
        ...ingress.map(({ from, ports }) => ({ peers: from, ports })),
        ...egress.map(({ to, ports }) => ({ peers: to, ports })),
      ];
      const blocks = ways.flatMap(({ peers = [] }) => peers.flatMap(({ ipBlock }) => ipBlock ?? []));
      return [
        ...ways.filter(({ peers }) => !peers?.length).map(() => `${title} opens a way to everybody`),
        ...ways.filter(({ ports }) => !ports?.length).map(() => `${title} opens every port`),
        ...blocks
          .filter(
            ({ cidr, except = [] }) => cidr === '0.0.0.0/0' && privateBlocks.some((block) => !except.includes(block)),
          )
          .map(() => `${title} opens private addresses with the public ones`),
        ...blocks
          .filter(({ cidr, except = [] }) => {
            const isOfUsers = title === ofUsers && cidr === '::/0';
            return isOfUsers && translatedBlocks.some((block) => !except.includes(block));
          })
          .map(() => `${title} opens private addresses by NAT64 or 6to4`),
      ];
    }),
  ];
};
