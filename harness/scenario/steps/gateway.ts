import { Type } from '../../../tools/core/schema.ts'
import { createGatewayBench, type GatewayStart } from '../../gateway/gateway-bench.ts'
import { AGENT_PLACES, GATEWAY_MODES, type GatewayMode } from '../../gateway/gateway-mode.ts'
import type { CellReader } from '../read/cell-reader.ts'
import { closed, duration, named, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import type { Action } from '../step/step.ts'
import type { Path } from '../text/matrix.ts'

type Change = { readonly mode: GatewayMode } | { readonly start: GatewayStart }

/** A timer of the machine waits no longer than 2^31 - 1 ms. */
const LONGEST_CALL_MS = 24 * 86_400_000

const isStart = (action: Action): action is Action & { readonly start: GatewayStart } =>
  action.kind === 'gateway' && 'start' in action

/** A gateway is started beside the stack, or behaves otherwise. */
export const GATEWAY = defineStep({
  kind: 'gateway',
  schema: Type.Union(
    [
      Type.Object(
        {
          plugins: Type.Record(Type.String(), text('source of a JavaScript module'), {
            description: 'plugins by name: what their files hold',
          }),
          agent: optional(
            named(AGENT_PLACES, 'own: the gateway starts its agent; apart: it runs beside it; default own'),
          ),
          callTime: optional(duration('longest time of a call, by the clock of the machine')),
        },
        closed,
      ),
      Type.String(),
    ],
    {
      description:
        'a gateway in a process of its own, with a real agent, started (again) with plugins; or how it behaves from now on: on, down, slow, other-token',
    },
  ),
  traits: ['one-chain', 'fault', 'alone', 'brings-code'],
  read(value, path, reader): Change {
    if (typeof value === 'string') return { mode: reader.choose(path, 'behaviour', value, GATEWAY_MODES) }
    const { plugins, agent = 'own', callTime } = value
    const place = reader.choose([...path, 'agent'], 'place', agent, AGENT_PLACES)
    for (const name of Object.keys(plugins)) {
      if (!/^[a-z][a-z0-9-]*$/.test(name))
        reader.problem(
          [...path, 'plugins', name],
          `"${name}" is no name of a file`,
          'write it in lower case',
          true,
        )
    }
    return {
      start: {
        plugins,
        agent: place,
        ...(callTime === undefined ? {} : { callMs: readCallMs(callTime, [...path, 'callTime'], reader) }),
      },
    }
  },
  // Processes for each drawn case would take longer than all the rest of it.
  applies: async () => false,
  async run(change, { stage }) {
    const bench = stage.companions.open('gateway', createGatewayBench)
    await ('mode' in change ? bench.setMode(change.mode) : bench.start(change.start))
  },
  lacks(change, { before }) {
    if ('start' in change || before.findLast(isStart)?.start.agent === 'apart') return undefined
    return {
      message: 'no agent goes on without this gateway',
      hint: 'start the gateway before, with agent: apart',
    }
  },
  title: (change) =>
    'mode' in change
      ? `the gateway: ${change.mode}`
      : `a gateway with ${Object.keys(change.start.plugins).join(', ') || 'no plugins'}`,
  faults: {
    kinds: ['gateway-down', 'gateway-slow', 'gateway-other-token'],
    of: (change) => ('mode' in change && change.mode !== 'on' ? [`gateway-${change.mode}`] : []),
  },
})

function readCallMs(callTime: string, path: Path, reader: CellReader): number {
  const ms = reader.durationMs(callTime, path, 1)
  if (ms > LONGEST_CALL_MS)
    reader.problem(path, `expected at most 24d, found ${callTime}`, 'write a shorter time')
  return ms
}
