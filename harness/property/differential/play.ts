import type { Hex } from 'viem'
import { createChainReader } from '../../../tools/core/chain-reader.ts'
import { ToolError } from '../../../tools/core/errors.ts'
import type { TransactionPlan } from '../../../tools/core/plan.ts'
import type { Position } from '../../../tools/core/position.ts'
import { toToolError } from '../../../tools/core/runner.ts'
import { sha256Text } from '../../../tools/core/sha256.ts'
import { type PermitBody, readBody } from '../../../tools/safety/permit/permit.ts'
import type { Fork } from '../../chain/fork.ts'
import { createReadClient } from '../../chain/viem-client.ts'
import type { Stage } from '../../stage/stage.ts'
import { assertLaw } from '../law-violation.ts'
import { askCage } from './ask-cage.ts'
import { createBlindRules } from './blind-rules.ts'
import { buildParams, type Scope } from './build-calls.ts'
import type { KindAction, Move, RawAction } from './draw-action.ts'
import { asRaw, planRaw } from './plan-raw.ts'
import { count, type Tally } from './tally.ts'
import { turnWorld } from './turn-world.ts'

/**
 * Rejections that follow from an action's bytes and the cage's lists alone. The off-chain lists derive from the
 * cage's, so the off-chain rules have to foresee each of them without simulating anything.
 */
const STATIC_REJECTIONS = [
  'Unauthorized',
  'TargetNotAllowed',
  'SpenderNotAllowed',
  'RecipientNotAllowed',
  'AssetNotAllowed',
  'UnlimitedApproval',
  'MalformedCall',
  'NativeNotAllowed',
]

/** What the stack says to an action: the permit that it issues, or the layer that denies. */
interface Answer {
  readonly permit?: { readonly id: Hex; readonly body: PermitBody }
  readonly layer?: string
  /** The plan of hand-made calls. */
  readonly plan?: TransactionPlan
}

/**
 * Play moves on an open stage and hold, for each that the off-chain chain accepts, that the cage accepts the same
 * bytes at the same head; and for each that is committed, that it does not revert in its block.
 *
 * @throws LawViolation `offchain-onchain.*`
 */
export async function playDifferential(
  moves: readonly Move[],
  stage: Stage,
  fork: Fork,
  tally: Tally,
): Promise<void> {
  const { book, cage } = stage
  const chain = createChainReader(createReadClient(fork.rpc, book.chainId), book.chainId, {
    isProbeDeployed: true,
  })
  const blind = createBlindRules(stage, chain)
  let ids = 0
  const plan = (action: RawAction, scope: Scope) => {
    ids += 1
    return planRaw(action, scope, chain, stage, sha256Text(`differential ${ids}`))
  }
  for (const { before, action, between, commits } of moves) {
    await turnWorld(before, stage, fork)
    const positions = await stage.oracle.readPositions(cage)
    if (positions.length > 0) tally.held += 1
    if (positions.some(owes)) tally.owing += 1
    const scope: Scope = { book, cage, positions }
    tally.actions += 1
    const answer = await preview(action, scope, stage, plan)

    const unseen = await blind.accept(action, scope, answer.plan)
    if (unseen !== undefined) await holdLists(fork, cage, unseen, tally)
    const { permit, layer = 'none' } = answer
    if (permit === undefined) {
      count(tally.denied, layer)
      continue
    }
    tally.accepted += 1
    count(tally.acceptedKinds, action.via === 'kind' ? action.kind : 'raw')
    const heard = await askCage(fork, cage, permit.body, permit.id)
    assertLaw(heard === 'accepted', 'offchain-onchain.head', 'accepted by the cage', heard)

    await turnWorld(between, stage, fork)
    if (!commits) continue
    await commit(permit.id, stage, tally)
    await blind.claim()
  }
}

/** Ask the stack for a permit, through an action kind or with a hand-made plan. */
async function preview(
  action: Move['action'],
  scope: Scope,
  stage: Stage,
  plan: (action: RawAction, scope: Scope) => Promise<TransactionPlan>,
): Promise<Answer> {
  const { store } = stage.session
  const { safety, stack } = stage.session.agent
  const find = (id: Hex): Answer => {
    const row = store.findPermit(id)
    return row ? { permit: { id, body: readBody(row) } } : {}
  }
  let planned: Pick<Answer, 'plan'> = {}
  try {
    if (action.via === 'kind') {
      const params = buildParams(action, scope)
      const { permitId } = await stack.previewAction(action.kind, params, claimsOf(action))
      return find(permitId)
    }
    planned = { plan: await plan(action, scope) }
    const attempt = safety.noteAttempt()
    const { permitId } = await safety.preview({ attempt, ...asRaw(planned.plan as TransactionPlan) })
    return { ...find(permitId), ...planned }
  } catch (cause) {
    return { layer: toDenial(cause).layer, ...planned }
  }
}

const owes = ({ lots }: Position): boolean => lots.some(({ legs }) => legs.some(({ amount }) => amount < 0n))

const claimsOf = ({ lies, tokenIn }: KindAction) =>
  lies ? [{ subject: 'balance' as const, token: tokenIn, value: '123456789123456789' }] : []

/** Hold that what the off-chain lists let through the cage does not reject for its lists. */
async function holdLists(
  fork: Fork,
  cage: Hex,
  unseen: PermitBody & { readonly permitId: Hex },
  tally: Tally,
): Promise<void> {
  const heard = await askCage(fork, cage, unseen, unseen.permitId)
  count(tally.withoutSimulation, heard)
  const isForeseen = !STATIC_REJECTIONS.includes(heard)
  assertLaw(isForeseen, 'offchain-onchain.lists', 'a denial without simulating', heard)
}

/** Commit a permit and hold that what is mined does not revert. */
async function commit(permitId: Hex, stage: Stage, tally: Tally): Promise<void> {
  try {
    const { safety } = stage.session.agent
    await safety.commit(permitId, safety.noteAttempt())
    tally.committed += 1
  } catch (cause) {
    const { code, layer } = toDenial(cause)
    assertLaw(code !== 'TRANSACTION_REVERTED', 'offchain-onchain.block', 'mined or denied before', code)
    count(tally.deniedAtCommit, layer)
  }
}

function toDenial(cause: unknown): ToolError {
  const error = toToolError('differential', cause)
  if (error.code === 'TOOL_FAILED' && !(cause instanceof ToolError)) throw cause
  return error
}
