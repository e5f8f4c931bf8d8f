import { ToolError } from '../core/errors.ts'
import type { KnownFiller } from '../core/filler.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { Json } from '../core/json.ts'
import type { PlacedNeed, UnwindNeed } from '../core/need.ts'
import type { AllowanceAfter } from '../core/outcome.ts'
import {
  type Call,
  type Plan,
  planTransaction,
  type TransactionPlan,
  type UnfilledPlan,
} from '../core/plan.ts'
import { planWriteTool, type RunnerDeps, toToolError } from '../core/runner.ts'
import type { PrivilegedTool, WriteTool } from '../core/tool-def.ts'
import { SWAP } from '../kit/kinds/swap.ts'
import { SWAP_EXACT_OUTPUT } from '../kit/kinds/swap-exact-output.ts'
import type { ActionKind } from './action-kind.ts'
import { assertFillWithin, assertOnlyEnds } from './assert-fill-within.ts'
import type { ResolvedAction } from './find-route.ts'
import { resolveAction } from './resolve-action.ts'
import type { Stack } from './stack.ts'
import type { Toolbox } from './toolbox.ts'

/** What plans are filled with: everything that the profile enables and the owner allows. */
export interface Filling {
  readonly toolbox: Toolbox
  readonly actions: readonly ActionKind[]
  readonly fillers: readonly KnownFiller[]
  readonly read: Stack['read']
  readonly runner: RunnerDeps
}

type Planner = WriteTool | PrivilegedTool

/**
 * Turn what a plan needs into calls before its own or between them, and state what all of them come to.
 *
 * Each need is filled by a tool of no higher risk than the one that needs it, in the order of the plan. What is widest
 * of the tolerances holds for the whole, so that the owner's policy judges a filling swap as any other.
 *
 * @throws ToolError NEED_NOT_FILLED, NEED_OUT_OF_BOUNDS, NEED_FILL_FAILED
 */
export async function fillNeeds(
  tool: Planner,
  plan: UnfilledPlan,
  filling: Filling,
  signal?: AbortSignal,
): Promise<TransactionPlan> {
  const placed: PlacedNeed[] = []
  for (const need of plan.needs) {
    if (need.need === 'unwind') return takeStep(tool, need, filling, signal)
    placed.push(need)
  }
  const fills: TransactionPlan[] = []
  for (const need of placed) fills.push(await fillNeed(tool, need, filling, signal))
  const expectations = [plan, ...fills].map(({ expectation }) => expectation)
  return {
    ...planTransaction(placeFills(placed, plan, fills), {
      assets: expectations.flatMap(({ assets }) => assets),
      allowances: keepLast(
        [plan, ...fills.toReversed()].flatMap(({ expectation }) => expectation.allowances),
      ),
      positions: expectations.flatMap(({ positions }) => positions),
      toleranceBps: Math.max(...expectations.map(({ toleranceBps }) => toleranceBps)),
    }),
    filled: placed.map(({ need }) => need),
    ...(plan.part ? { part: plan.part } : {}),
  }
}

/**
 * Plan a step that ends a position as its own tool does. It is no new risk: nothing grows, and only a debt that falls is
 * paid.
 */
async function takeStep(
  tool: Planner,
  need: UnwindNeed,
  filling: Filling,
  signal: AbortSignal | undefined,
): Promise<TransactionPlan> {
  const refusal = { tool: tool.name, need: need.need }
  const serving = listServing(tool, need.kind, filling)
  if (serving.length === 0) throw new ToolError('NEED_NOT_FILLED', refusal)
  let filler = need.kind
  try {
    const resolved = await resolveAction(
      need.kind,
      need.params,
      { actions: serving, read: filling.read },
      signal,
    )
    filler = resolved.tool
    const own = filling.toolbox.find(filler, ['write'])
    const planned = await planWriteTool(own, resolved.params, filling.runner, signal)
    const taken = planned.kind === 'unfilled' ? await fillNeeds(own, planned, filling, signal) : planned
    assertAlone(filler, taken)
    assertOnlyEnds({ ...refusal, filler }, taken, filling.runner.context)
    return { ...taken, settledBy: { tool: filler, params: resolved.params } }
  } catch (cause) {
    const error = toToolError(filler, cause)
    if (error.code === 'NEED_OUT_OF_BOUNDS') throw error
    throw new ToolError('NEED_FILL_FAILED', { ...refusal, filler, reason: error.shortMessage }, { cause })
  }
}

/** Put each fill's calls where its need stands; what comes after more calls than there are comes last. */
function placeFills(
  needs: readonly PlacedNeed[],
  { calls }: UnfilledPlan,
  fills: readonly TransactionPlan[],
): Call[] {
  const before = (index: number) =>
    fills.flatMap((fill, which) =>
      Math.min(needs[which]?.afterCalls ?? 0, calls.length) === index ? fill.calls : [],
    )
  return [...calls.flatMap((call, index) => [...before(index), call]), ...before(calls.length)]
}

function assertAlone(filler: string, plan: Plan): asserts plan is TransactionPlan {
  if (plan.kind === 'transaction' && plan.route === 'cage') return
  throw new ToolError('TOOL_FAILED', { tool: filler, reason: 'it planned no calls that stand alone' })
}

async function fillNeed(
  tool: Planner,
  need: PlacedNeed,
  filling: Filling,
  signal: AbortSignal | undefined,
): Promise<TransactionPlan> {
  const refusal = { tool: tool.name, need: need.need }
  const { context } = filling.runner
  const resolve = findFiller(tool, need, filling, signal)
  if (resolve === undefined) throw new ToolError('NEED_NOT_FILLED', refusal)
  let filler = need.need as string
  try {
    const resolved = await resolve()
    filler = resolved.tool
    const fill = await planWriteTool(
      filling.toolbox.find(filler, ['write']),
      resolved.params,
      filling.runner,
      signal,
    )
    assertAlone(filler, fill)
    assertFillWithin({ ...refusal, filler }, need, fill, context)
    return fill
  } catch (cause) {
    const error = toToolError(filler, cause)
    if (error.code === 'NEED_OUT_OF_BOUNDS') throw error
    throw new ToolError('NEED_FILL_FAILED', { ...refusal, filler, reason: error.shortMessage }, { cause })
  }
}

/** Answer what finds the filling tool and its parameters; undefined when nothing that is enabled and allowed fills it. */
function findFiller(
  tool: Planner,
  need: PlacedNeed,
  filling: Filling,
  signal: AbortSignal | undefined,
): (() => Promise<ResolvedAction>) | undefined {
  const { fillers, read } = filling
  if (need.need === 'swap') {
    const [kind, params] = describeSwap(need)
    const serving = listServing(tool, kind, filling)
    return serving.length === 0
      ? undefined
      : () => resolveAction(kind, params, { actions: serving, read }, signal)
  }
  const filler = fillers.find((candidate) => candidate.need === need.need)
  if (filler === undefined) return undefined
  const { name } = filler.tool
  return mayFill(tool, name, filling)
    ? async () => ({ tool: name, params: filler.toParams(need) })
    : undefined
}

/** What fills a need carries no higher risk than what has it. */
const mayFill = (tool: Planner, name: string, { toolbox }: Filling): boolean =>
  toolbox.has(name) && (toolbox.find(name, ['write']).riskTier !== 'layer3' || tool.riskTier === 'layer3')

/** List an action kind with the venues that may fill a need; none where there is no such venue. */
const listServing = (tool: Planner, kind: string, filling: Filling): readonly ActionKind[] =>
  filling.actions
    .filter((action) => action.kind === kind)
    .map((action) => ({
      ...action,
      venues: action.venues.filter(({ write }) => mayFill(tool, write, filling)),
    }))
    .filter(({ venues }) => venues.length > 0)

/** The bound goes into the call itself, so that the chain holds it as well. */
function describeSwap(need: Extract<PlacedNeed, { readonly need: 'swap' }>): readonly [kind: string, Json] {
  const { tokenIn, tokenOut, venue } = need
  const at: { readonly [name: string]: Json } = venue === undefined ? {} : { venue: { protocol: venue } }
  if (need.exact === 'input') {
    const amountInBaseUnits = need.amountInBaseUnits.toString()
    const amountOutMinimumBaseUnits = need.leastOutBaseUnits.toString()
    return [SWAP.kind, { tokenIn, tokenOut, amountInBaseUnits, amountOutMinimumBaseUnits, ...at }]
  }
  const amountOutBaseUnits = need.amountOutBaseUnits.toString()
  const amountInMaximumBaseUnits = need.mostInBaseUnits.toString()
  const bounds = { amountOutBaseUnits, amountInMaximumBaseUnits }
  return [SWAP_EXACT_OUTPUT.kind, { tokenIn, tokenOut, ...bounds, ...at }]
}

/** Of several statements of one allowance the last call's holds; it comes first here. */
const keepLast = (allowances: readonly AllowanceAfter[]): AllowanceAfter[] =>
  allowances.filter((allowance, index) => allowances.findIndex((other) => isSame(allowance, other)) === index)

const isSame = (a: AllowanceAfter, b: AllowanceAfter) =>
  isAddressEqual(a.token, b.token) && isAddressEqual(a.owner, b.owner) && isAddressEqual(a.spender, b.spender)
