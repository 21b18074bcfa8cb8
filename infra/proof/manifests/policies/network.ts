import { type KubeObject, ofKind } from '#manifests/kube-object.ts';
import { waysOf } from '#manifests/workloads.ts';

/** Private addresses, and the address at which clouds provide their secrets. */
const privateBlocks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'];

/** IPv6 addresses that map to IPv4 addresses, including private ones. Users choose the receivers of webhooks. */
const translatedBlocks = ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'];
const ofUsers = 'NetworkPolicy/worker-to-targets';

/** All traffic is closed unless a policy opens it, and each policy names its peers and ports. */
export function* networkPolicy(objects: readonly KubeObject[]) {
  const policies = ofKind(objects, 'NetworkPolicy');
  const isClosed = policies.some(({ spec: { podSelector, policyTypes = [], ingress, egress } }) => {
    const isForAll = podSelector !== undefined && Object.keys(podSelector).length === 0;
    return isForAll && policyTypes.includes('Ingress') && policyTypes.includes('Egress') && !ingress && !egress;
  });
  if (!isClosed) yield 'No NetworkPolicy closes the namespace both ways';
  for (const { title, spec } of policies) yield* openings(title, waysOf(spec));
}

function* openings(title: string, ways: ReturnType<typeof waysOf>) {
  for (const { peers, ports } of ways) {
    if (peers.length === 0) yield `${title} opens a way to everybody`;
    if (ports.length === 0) yield `${title} opens every port`;
  }
  const blocks = ways.flatMap(({ peers }) => peers.flatMap(({ ipBlock }) => ipBlock ?? []));
  for (const { cidr, except = [] } of blocks) {
    const leavesOpen = (closed: readonly string[]) => closed.some((block) => !except.includes(block));
    if (cidr === '0.0.0.0/0' && leavesOpen(privateBlocks)) {
      yield `${title} opens private addresses with the public ones`;
    }
    if (cidr === '::/0' && title === ofUsers && leavesOpen(translatedBlocks)) {
      yield `${title} opens private addresses by NAT64 or 6to4`;
    }
  }
}
