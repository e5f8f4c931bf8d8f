import { type Address, type Hex, zeroHash } from 'viem'
import type { ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { inTime } from '../../core/in-time.ts'
import type { Interfaces } from '../../core/interfaces.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { planSignature, planTransaction } from '../../core/plan.ts'
import type { KnownSignature } from '../../core/signature-reader.ts'
import type { TransactionSigner } from '../custody/signers/transaction-signer.ts'
import { CONFIRMATIONS } from '../evidence/confirmations.ts'
import { type Evidence, gatherEvidence } from '../evidence/evidence.ts'
import { liftHotLane } from '../evidence/hot-lane.ts'
import { countLiveAllowances, seeAllowances } from '../evidence/live-allowances.ts'
import { gatherSignatureEvidence, holdsUntil } from '../evidence/signature-evidence.ts'
import { countSpend } from '../evidence/spend.ts'
import { type GuardianAnswer, type GuardianRequest, hashGuardianRequest } from './guardian.ts'
import type { GuardianEntry, GuardianLedger } from './guardian-ledger.ts'
import { type LookAnswer, lookGuarded } from './guardian-look.ts'
import { type PauseAnswer, type PauseDeps, pauseGuarded } from './guardian-pause.ts'
import { findRefusal, type GuardianRules } from './guardian-review.ts'
import { decodeGuardianLine, encodeGuardianAnswer } from './guardian-wire.ts'

/** Signs a 32-byte hash; any viem local account has this shape. */
export interface HashSigner {
  readonly address: Address
  sign(parameters: { hash: Hex }): Promise<Hex>
}

/** What a guardian works with. None of it comes from who asks; between two requests it keeps what it signed. */
export interface GuardianServiceDeps extends GuardianRules, Omit<PauseDeps, keyof GuardianRules> {
  readonly ledger: GuardianLedger
  readonly signer: HashSigner & TransactionSigner
  readonly chain: ChainReader
  readonly operator: Address
  readonly decoders: DecoderIndex
  /** Says why calls fail. */
  readonly interfaces: Pick<Interfaces, 'explainRevert'>
  readonly signatures: readonly KnownSignature[]
  readonly clock: Pick<Clock, 'setTimer'>
}

/** Answer one line of a guardian's socket: a signature over the very bytes, a pause, a look, or a refusal with its reason. */
export async function answerGuardianLine(line: string, deps: GuardianServiceDeps): Promise<string> {
  const answer = await answerRequest(line, deps).catch(
    (cause: unknown): GuardianAnswer => ({
      refused: `it could not be judged: ${describeCause(cause)}`,
    }),
  )
  return encodeGuardianAnswer(answer)
}

async function answerRequest(
  line: string,
  deps: GuardianServiceDeps,
): Promise<GuardianAnswer | PauseAnswer | LookAnswer> {
  const asked = decodeGuardianLine(line)
  if ('pause' in asked) return pauseGuarded(asked.pause, deps)
  if ('look' in asked) return inTime(deps.clock, lookGuarded(asked.look, deps), 'the look')
  return review(asked, deps)
}

async function review(request: GuardianRequest, deps: GuardianServiceDeps): Promise<GuardianAnswer> {
  const evidence = await inTime(deps.clock, gather(request, deps), 'a review')
  const refused = findRefusal(request, evidence, deps) ?? (await admit(request, evidence, deps))
  return refused === undefined
    ? { signature: await deps.signer.sign({ hash: hashGuardianRequest(request) }) }
    : { refused }
}

/** Count a request in the guardian's own ledger before it is signed. */
function admit(
  request: GuardianRequest,
  evidence: Evidence,
  deps: GuardianServiceDeps,
): Promise<string | undefined> {
  const { policy, ledger, clock } = deps
  const spend = countSpend(evidence, policy, request)
  return ledger.admit(
    {
      hash: hashGuardianRequest(request),
      permitId: request.permitId,
      amountUsdc: spend.totalUsdc,
      signedSeconds: evidence.clocks.chainSeconds,
      seenAllowances: seeAllowances(evidence, []),
      ...(evidence.signed ? {} : { deadlineSeconds: Number(request.deadlineSeconds) }),
      ...holdsUntil(evidence),
    },
    {
      perDayUsdc: policy.limits.perDayUsdc,
      countLive: (seen) => countLiveAllowances(evidence, policy, spend, { seen, granted: [] }).totalUsdc,
      isVoid: (entry) => inTime(clock, isVoid(entry, deps), 'whether a permit was used'),
    },
  )
}

/** Whether the cage had not used a permit when its deadline was over, in a block that is final. */
async function isVoid(
  { permitId, deadlineSeconds }: GuardianEntry,
  { chain, account }: GuardianServiceDeps,
): Promise<boolean> {
  const head = await chain.getBlock()
  const blockNumber = head.number - BigInt(CONFIRMATIONS)
  if (deadlineSeconds === undefined || blockNumber < 0n) return false
  const { timestamp } = await chain.getBlock({ blockNumber })
  if (timestamp <= BigInt(deadlineSeconds)) return false
  const query = { address: account, abi: policyCageAbi, functionName: 'permitUsed', blockNumber } as const
  return !(await chain.readContract({ ...query, args: [permitId] }))
}

/** Look at the bytes as they would be mined, on the guardian's own node. */
async function gather(request: GuardianRequest, deps: GuardianServiceDeps) {
  const [head, { codeHashes }] = await Promise.all([
    deps.chain.getBlock(),
    deps.chain.readState({ balances: [], allowances: [], codeHashes: [deps.operator], feeds: [] }),
  ])
  const isRelayed = codeHashes.some((hash) => hash !== zeroHash && hash !== keccak256('0x'))
  const granted = deps.ledger.listGranted()
  const around = {
    ...deps,
    granted,
    isRelayed,
    secondProvider: undefined,
    wallMs: Number(head.timestamp) * 1_000,
  }
  if (request.typedData)
    return gatherSignatureEvidence({ plan: planSignature(request.typedData), head }, around)
  return gatherEvidence(
    {
      plan: planTransaction(request.calls, {}),
      permitId: request.permitId,
      deadlineSeconds: request.deadlineSeconds,
      head,
      environment: {
        gasLimit: request.gasLimit,
        maxFeePerGasWei: request.maxFeePerGasWei,
        baseFeeWei: head.baseFeePerGas ?? 0n,
        ...(head.miner ? { feeRecipient: head.miner } : {}),
        ...(head.hash ? { prevRandao: head.hash } : {}),
        // Its own signature is what is still missing.
        ...liftHotLane(deps.account),
      },
    },
    around,
  )
}
