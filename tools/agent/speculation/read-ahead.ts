import type { ChainReader } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { deepFreeze } from '../../core/deep-freeze.ts'
import { ToolError } from '../../core/errors.ts'
import { type AssayEvent, createEventBus } from '../../core/events.ts'
import type { Json } from '../../core/json.ts'
import { type RunnerDeps, runReadTool } from '../../core/runner.ts'
import type { ReadTool } from '../../core/tool-def.ts'

/** What a tool answered before it was asked. */
export interface Ahead {
  readonly data: Json
  /** The block that it holds for. */
  readonly block: string
  /** What its run would have announced. */
  readonly events: readonly AssayEvent[]
}

/** Name the latest block, by its hash; undefined where it has none. */
export async function readHead(chain: Pick<ChainReader, 'getBlock'>): Promise<string | undefined> {
  const { number, hash } = await chain.getBlock()
  return hash === null ? undefined : `${number} ${hash}`
}

/**
 * Run a read tool before it is asked for, unseen; undefined where its answer holds for no one block: another block came
 * meanwhile, or it also depends on the time of day or on the safety layer.
 *
 * No other tier fits: what writes has no `read`, and what is given as a read although it is none is refused.
 *
 * @param onRequest - told of each request to the chain
 * @throws ToolError SPECULATION_REFUSED, and whatever the tool throws
 */
export async function readAhead(
  tool: ReadTool,
  params: Json,
  runner: RunnerDeps,
  { signal, onRequest }: { readonly signal: AbortSignal; readonly onRequest: () => void },
): Promise<Ahead | undefined> {
  const { capability } = tool as { readonly capability: string }
  if (capability !== 'read') {
    throw new ToolError('SPECULATION_REFUSED', { tool: tool.name, expected: 'read', found: capability })
  }
  const events: AssayEvent[] = []
  const bus = createEventBus()
  bus.subscribe((event) => events.push(event))
  let isOfBlockAlone = true
  const depend = () => {
    isOfBlockAlone = false
  }
  const chain = watchCalls(runner.context.chain, onRequest)
  const lend = (context: RunnerDeps['context']) => ({
    ...context,
    chain,
    clock: watchTime(context.clock, depend),
    safety: watchCalls(context.safety, depend),
  })
  const before = await readHead(chain)
  const data = (await runReadTool(tool, params, { ...runner, events: bus, lend }, signal)) as Json
  const block = await readHead(chain)
  if (!isOfBlockAlone || block === undefined || block !== before) return undefined
  return { data: deepFreeze(data), block, events }
}

const watchTime = (clock: ToolContext['clock'], onUse: () => void): ToolContext['clock'] => ({
  setTimer: clock.setTimer,
  wallMs() {
    onUse()
    return clock.wallMs()
  },
  tick() {
    onUse()
    return clock.tick()
  },
})

/** The same port, which tells of each call of one of its methods. */
const watchCalls = <Port extends object>(port: Port, onCall: () => void): Port =>
  new Proxy(port, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) => {
        onCall()
        return member.apply(target, args)
      }
    },
  })
