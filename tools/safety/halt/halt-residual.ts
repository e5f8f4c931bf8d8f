import { type Address, parseAbi } from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { inTime } from '../../core/in-time.ts'
import type { Call, TypedData } from '../../core/plan.ts'
import type { KnownSignature, Liveness } from '../../core/signature-reader.ts'
import { decodeCalls } from '../evidence/decode-calls.ts'
import { findSignatureReader } from '../evidence/find-signature-reader.ts'
import { parseBody } from '../permit/permit.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { PermitRow, SafetyStore } from '../store/store.ts'
import type { ApprovalLog } from './approval-log.ts'
import type { Exposure, LiveSignature, LiveTransaction, Pair, Residual } from './halt-report.ts'
import { createPairSet } from './pair-set.ts'

/** What is enumerated with. */
export interface ResidualDeps {
  readonly store: Pick<SafetyStore, 'listPermits' | 'findLedgerEntry'>
  readonly chain: ChainReader
  /** What that provider shows of approvals. */
  readonly approvals: ApprovalLog
  readonly clock: Pick<Clock, 'setTimer'>
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly decoders: DecoderIndex
  readonly signatures: readonly KnownSignature[]
  readonly account: Address
  readonly operator: Address
  /** The account whose nonces the permits hold. */
  readonly sender: Address
}

/** An allowance in Permit2, with the nonce of what was signed for it. */
export interface Permit2Pair extends Pair {
  readonly nonce: number
}

/** A live signature, with the calls of its signer that end it. */
export interface Cancellable extends LiveSignature {
  readonly cancel: readonly Call[]
}

/** What is left, with what it takes to take it back. */
export interface Left extends Omit<Residual, 'isPaused'> {
  readonly permit2Allowances: readonly Permit2Pair[]
  readonly signatures: readonly Cancellable[]
}

const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])
const positionManagerAbi = parseAbi([
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
])

const NOTHING = { balances: [], allowances: [], codeHashes: [], feeds: [] }

const NOTHING_LEFT = {
  allowances: [],
  permit2Allowances: [],
  signatures: [],
  transactions: [],
  exposures: [],
}

/** States of permits under which something may have been signed. */
const USED = ['committing', 'committed', 'failed']

/**
 * Enumerate what is left of all that was ever signed, granted or opened: by the store's permits, by the chain's own logs of
 * approvals and by every pair of the policy's assets and spenders. Whether it is still alive is read from the state of the
 * chain; what cannot be read is named, and never taken for nothing.
 */
export async function readResidual(deps: ResidualDeps): Promise<Left> {
  const { chain, clock, book, policy, account } = deps
  const unread: string[] = []
  const read = async <T>(what: string, otherwise: T, answer: () => Promise<T> | T): Promise<T> => {
    try {
      return await inTime(clock, Promise.resolve(answer()), what)
    } catch {
      unread.push(what)
      return otherwise
    }
  }
  const head = await read('the head', undefined, () => chain.getBlock())
  // A node that does not even tell its head is not waited for again and again.
  if (head === undefined) return { ...NOTHING_LEFT, unread }
  const now = head.timestamp
  const permit2 = book.protocols.permit2?.permit2
  const used = await read<readonly PermitRow[]>('the permits', [], () =>
    deps.store.listPermits().filter(({ state }) => USED.includes(state)),
  )
  const bodies = used.map((row) => ({ row, body: parseBody(row.body) }))
  const erc20 = createPairSet()
  const inPermit2 = createPairSet()
  const tokens = policy.assets.map(({ token }) => token).filter((token) => token !== NATIVE_TOKEN)
  for (const token of tokens) {
    for (const spender of policy.spenders) {
      erc20.add({ token, spender, owner: account })
      inPermit2.add({ token, spender, owner: account })
    }
  }
  for (const { body } of bodies) {
    if (body.plan.kind === 'signature') continue
    for (const { approvals } of decodeCalls(body.plan.calls, deps.decoders, account).leaves) {
      for (const { token, spender, via } of approvals) {
        ;(via === 'permit2' ? inPermit2 : erc20).add({ token, spender, owner: account })
      }
    }
  }
  // Each part of it is waited for by itself.
  await deps.approvals.readTo(head.number).catch(() => void unread.push('the log of approvals'))
  for (const pair of deps.approvals.listErc20()) erc20.add(pair)
  for (const pair of deps.approvals.listPermit2()) inPermit2.add(pair)
  const pairs = erc20.list()
  const allowances = await read<readonly Pair[]>('the allowances', [], async () => {
    const state = await chain.readState({ ...NOTHING, allowances: pairs })
    // An allowance that cannot be read may be there.
    return pairs.filter((_, index) => state.allowances[index] !== 0n)
  })
  const permit2Allowances = await read<readonly Permit2Pair[]>('the allowances of Permit2', [], async () =>
    permit2 ? readPermit2(deps, permit2, inPermit2.list()) : [],
  )
  const signatures: Cancellable[] = []
  for (const { row, body } of bodies) {
    if (body.plan.kind !== 'signature') continue
    const { typedData } = body.plan
    const until = await read(
      'the ledger',
      undefined,
      () => deps.store.findLedgerEntry(row.permitId)?.untilSeconds,
    )
    if (until !== undefined && BigInt(until) < now) continue
    const what = `the signature of ${row.permitId}`
    const liveness = await read(what, undefined, () => findLiveness(deps, typedData))
    const dead = await read(what, false, () => liveness?.isDead(chain) ?? false)
    if (dead) continue
    const { primaryType } = typedData
    signatures.push({
      permitId: row.permitId,
      primaryType,
      untilSeconds: (until ?? Number.MAX_SAFE_INTEGER).toString(),
      cancel: liveness?.cancel ?? [],
    })
  }
  const waiting = bodies.filter(({ row, body }) => row.rawTransaction !== null && body.deadlineSeconds >= now)
  const open = waiting.filter(({ row }) => row.state === 'committing')
  const transactions: readonly LiveTransaction[] =
    open.length === 0
      ? []
      : await read<readonly LiveTransaction[]>('the nonce', [], async () => {
          const nonce = await chain.getTransactionCount({ address: deps.sender })
          return open.flatMap(({ row, body }) =>
            row.nonce < nonce
              ? []
              : [{ permitId: row.permitId, nonce: row.nonce, untilSeconds: body.deadlineSeconds.toString() }],
          )
        })
  const exposures = await read<readonly Exposure[]>('what is held', [], () => readExposures(deps))
  return { allowances, permit2Allowances, signatures, transactions, exposures, unread }
}

/** Say how a signature of the operator ends before its deadline; undefined when nothing is known of its type. */
function findLiveness(
  { signatures, operator }: Pick<ResidualDeps, 'signatures' | 'operator'>,
  typedData: TypedData,
): Liveness | undefined {
  const contract = typedData.domain.verifyingContract
  const reader = findSignatureReader(signatures, typedData)
  return contract && reader?.findLiveness({ contract, signer: operator, typedData })
}

async function readPermit2({ chain, book }: ResidualDeps, permit2: Address, pairs: readonly Pair[]) {
  const multicall3 = book.multicall
  const contracts = pairs.map(
    ({ token, spender, owner }) =>
      ({
        address: permit2,
        abi: permit2Abi,
        functionName: 'allowance',
        args: [owner, token, spender],
      }) as const,
  )
  const allowances = multicall3
    ? await chain.multicall({ multicallAddress: multicall3, allowFailure: false, contracts })
    : await Promise.all(contracts.map((contract) => chain.readContract(contract)))
  return pairs.flatMap((pair, index) => {
    const [amountBaseUnits = 1n, , nonce = 0] = allowances[index] ?? []
    return amountBaseUnits === 0n ? [] : [{ ...pair, nonce }]
  })
}

/** What carries risk: assets that are not stable, and positions of liquidity. */
async function readExposures({ chain, policy, book, account }: ResidualDeps): Promise<readonly Exposure[]> {
  const risky = policy.assets.filter(({ isStable }) => !isStable)
  const state = await chain.readState({
    ...NOTHING,
    balances: risky.map(({ token }) => ({ token, account })),
  })
  const held = risky.flatMap(({ symbol }, index): Exposure[] => {
    const balance = state.balances[index]
    // A balance that cannot be read may be there.
    return balance === 0n ? [] : [{ asset: symbol, baseUnits: balance?.toString() ?? 'unknown' }]
  })
  const manager = book.protocols['uniswap-v3']?.positionManager
  if (manager === undefined) return held
  const ids = await chain.readContract({ address: account, abi: policyCageAbi, functionName: 'positions' })
  const positions = await Promise.all(
    ids.map((id) =>
      chain.readContract({
        address: manager,
        abi: positionManagerAbi,
        functionName: 'positions',
        args: [id],
      }),
    ),
  )
  const open = ids.filter((_, index) => {
    const position = positions[index]
    return [position?.[7], position?.[10], position?.[11]].some((amount) => amount !== 0n)
  })
  return [...held, ...open.map((id) => ({ positionId: id.toString() }))]
}
