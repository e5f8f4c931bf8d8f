import type { Clock } from '../../core/clock.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import type { Figure, NoteFigure } from '../../core/figure.ts'
import type { Json } from '../../core/json.ts'
import { within } from '../../core/within.ts'
import type { GuardianDemand } from '../evidence/hot-lane.ts'
import type { Spend } from '../evidence/spend.ts'
import { HOOK_ORDER, type Hook, type HookName, type HookRequest, type Verdict } from './hook.ts'

/** What all seven hooks together answered. */
export interface ChainVerdict {
  readonly spend: Spend
  readonly result: Json
  /** Set when the guardian has to sign the bytes. */
  readonly guardianDemand?: GuardianDemand
}

/** What hooks are asked with. */
export interface ChainDeps {
  readonly events: EventBus
  readonly clock: Clock
}

/** Longest time for one hook. */
const HOOK_TIMEOUT_MS = 5_000

/**
 * Ask the seven hooks in order. All must allow; the first rejection, throw, time-out or absence denies.
 *
 * @throws ToolError naming the denying layer
 */
export async function runHookChain(
  hooks: readonly Hook[],
  request: HookRequest,
  deps: ChainDeps,
): Promise<ChainVerdict> {
  let spend: Spend | undefined
  let result = request.result
  let guardianDemand: GuardianDemand | undefined
  for (const [index, name] of HOOK_ORDER.entries()) {
    const verdict = await askHook(name, hooks[index], { ...request, result }, deps)
    if (verdict.kind === 'allow-modified') result = verdict.result
    else {
      spend = verdict.spend ?? spend
      guardianDemand = verdict.guardianDemand ?? guardianDemand
    }
  }
  if (spend === undefined) {
    throw new ToolError(
      'HOOK_FAILED',
      { hook: 'spending-limiter', reason: 'it counted no spend' },
      { layer: 'spending-limiter' },
    )
  }
  return { spend, result, ...(guardianDemand ? { guardianDemand } : {}) }
}

/** Ask one hook and tell what it says; one that is missing, throws or takes too long denies. @throws ToolError */
export async function askHook(
  name: HookName,
  hook: Hook | undefined,
  request: HookRequest,
  { events, clock }: ChainDeps,
): Promise<Verdict> {
  const figures: Figure[] = []
  const tell = (verdict: Verdict['kind'] | 'reject', code?: string) =>
    events.emit({
      kind: 'hook:verdict',
      hook: name,
      verdict,
      stage: request.stage,
      ...(code === undefined ? {} : { code }),
      ...(figures.length > 0 ? { figures } : {}),
    })
  try {
    if (hook?.name !== name)
      throw new ToolError('HOOK_FAILED', { hook: name, reason: 'it is missing' }, { layer: name })
    const verdict = await askInTime(hook, request, clock, (figure) => figures.push(figure))
    tell(verdict.kind)
    return verdict
  } catch (cause) {
    const error =
      cause instanceof ToolError
        ? cause
        : new ToolError('HOOK_FAILED', { hook: name, reason: describeCause(cause) }, { layer: name, cause })
    tell('reject', error.code)
    throw error
  }
}

async function askInTime(hook: Hook, request: HookRequest, clock: Clock, note: NoteFigure): Promise<Verdict> {
  const answer = hook.check(Object.freeze(request), note)
  if (!(answer instanceof Promise)) return checkVerdict(hook, answer)
  const tooLate = () => new Error(`no verdict within ${HOOK_TIMEOUT_MS} ms`)
  return checkVerdict(hook, await within(clock, HOOK_TIMEOUT_MS, answer, tooLate))
}

function checkVerdict(hook: Hook, verdict: Verdict): Verdict {
  if (verdict?.kind === 'allow') return verdict
  if (verdict?.kind === 'allow-modified' && hook.name === 'result-filter') return verdict
  throw new Error(`its verdict is ${verdict?.kind ?? 'empty'}`)
}
