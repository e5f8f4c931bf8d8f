import { Type } from '../../../tools/core/schema.ts'
import { UPSTREAM_FAULT_KINDS, type UpstreamFault } from '../../chain/upstream-proxy.ts'
import { closed, named } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { nameStruck, readStruck, STRUCK_MEMBERS } from '../step/struck-requests.ts'

/** What stands between a fork and its origin fails. */
export const UPSTREAM = defineStep({
  kind: 'upstream',
  schema: Type.Object(
    {
      fails: named(UPSTREAM_FAULT_KINDS, 'what goes wrong with a request of the fork to its origin'),
      ...STRUCK_MEMBERS,
    },
    {
      ...closed,
      description: 'a fault between the fork and its origin, e.g. { fails: error, method: eth_getCode }',
    },
  ),
  read(members, path, reader): { readonly fault: UpstreamFault } {
    const kind = reader.choose([...path, 'fails'], 'fault', members.fails, UPSTREAM_FAULT_KINDS)
    return { fault: { kind, ...readStruck(kind, members, path, reader) } }
  },
  run: ({ fault }, { stage }) => stage.faults.failUpstream(fault),
  needs: () => 'cold-fork',
  title: ({ fault }) => `${fault.kind} of ${nameStruck(fault)} to the origin`,
  faults: { kinds: UPSTREAM_FAULT_KINDS.map((kind) => `upstream-${kind}` as const) },
})
