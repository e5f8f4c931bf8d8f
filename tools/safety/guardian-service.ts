import { type Address, type Hex, keccak256, zeroHash } from 'viem'
import type { CallDecoder } from '../core/call-decoder.ts'
import type { ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { planSignature } from '../core/plan.ts'
import { gatherEvidence } from './evidence.ts'
import { type GuardianAnswer, type GuardianRequest, hashGuardianRequest } from './guardian.ts'
import { type PauseAnswer, type PauseDeps, pauseGuarded } from './guardian-pause.ts'
import { findRefusal, type GuardianRules } from './guardian-review.ts'
import { decodeGuardianLine, encodeGuardianAnswer } from './guardian-wire.ts'
import { inTime } from './in-time.ts'
import { gatherSignatureEvidence } from './signature-evidence.ts'
import type { TransactionSigner } from './signers/transaction-signer.ts'

/** Signs a 32-byte hash; any viem local account has this shape. */
export interface HashSigner {
  readonly address: Address
  sign(parameters: { hash: Hex }): Promise<Hex>
}

/** What a guardian works with. None of it comes from who asks, and it keeps nothing between two requests. */
export interface GuardianServiceDeps extends GuardianRules, Omit<PauseDeps, keyof GuardianRules> {
  readonly signer: HashSigner & TransactionSigner
  readonly chain: ChainReader
  readonly operator: Address
  readonly decoders: readonly CallDecoder[]
  readonly clock: Pick<Clock, 'setTimer'>
}

/** Answer one line of a guardian's socket: a signature over the very bytes, a pause, or a refusal with its reason. */
export async function answerGuardianLine(line: string, deps: GuardianServiceDeps): Promise<string> {
  const answer = await answerRequest(line, deps).catch(
    (cause: unknown): GuardianAnswer => ({
      refused: `it could not be judged: ${cause instanceof Error ? cause.message : String(cause)}`,
    }),
  )
  return encodeGuardianAnswer(answer)
}

async function answerRequest(line: string, deps: GuardianServiceDeps): Promise<GuardianAnswer | PauseAnswer> {
  const asked = decodeGuardianLine(line)
  return 'pause' in asked
    ? inTime(deps.clock, pauseGuarded(asked.pause, deps), 'the pause')
    : review(asked, deps)
}

async function review(request: GuardianRequest, deps: GuardianServiceDeps): Promise<GuardianAnswer> {
  const refused = findRefusal(request, await inTime(deps.clock, gather(request, deps), 'a review'), deps)
  return refused === undefined
    ? { signature: await deps.signer.sign({ hash: hashGuardianRequest(request) }) }
    : { refused }
}

/** Look at the bytes as they would be mined, on the guardian's own node. */
async function gather(request: GuardianRequest, deps: GuardianServiceDeps) {
  const [head, { codeHashes }] = await Promise.all([
    deps.chain.getBlock(),
    deps.chain.readState({ balances: [], allowances: [], codeHashes: [deps.operator], feeds: [] }),
  ])
  const isRelayed = codeHashes.some((hash) => hash !== zeroHash && hash !== keccak256('0x'))
  const around = { ...deps, isRelayed, witness: undefined, wallMs: Number(head.timestamp) * 1_000 }
  if (request.typedData)
    return gatherSignatureEvidence({ plan: planSignature(request.typedData), head }, around)
  return gatherEvidence(
    {
      plan: {
        kind: 'transaction',
        calls: request.calls,
        expectation: { assets: [], allowances: [], positions: [], toleranceBps: 0 },
      },
      permitId: request.permitId,
      deadlineSeconds: request.deadlineSeconds,
      head,
      environment: {
        gasLimit: request.gasLimit,
        maxFeePerGasWei: request.maxFeePerGasWei,
        baseFeeWei: head.baseFeePerGas ?? 0n,
        ...(head.miner ? { feeRecipient: head.miner } : {}),
        ...(head.hash ? { prevRandao: head.hash } : {}),
      },
    },
    around,
  )
}
