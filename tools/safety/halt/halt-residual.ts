import type { Address, Hex } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import type { Grant, GrantKeeper, LiveGrants, Revocation } from '../../core/grant-keeper.ts'
import { createGrantSet } from '../../core/grant-set.ts'
import { inTime } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call, TypedData } from '../../core/plan.ts'
import {
  type CountedBy,
  type CountedHolding,
  type OpenPosition,
  type PositionKeeper,
  readHoldings,
} from '../../core/position-keeper.ts'
import type { KnownSignature, Liveness } from '../../core/signature-reader.ts'
import { waitsUntil } from '../../core/unwind-steps.ts'
import { decodeCalls } from '../evidence/decode-calls.ts'
import { findSignatureReader } from '../evidence/find-signature-reader.ts'
import { type PermitBody, readBody } from '../permit/permit.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import type { ApprovalLog } from './approval-log.ts'
import type { Exposure, LiveSignature, LiveTransaction, Residual } from './halt-report.ts'

/** What is enumerated with. */
export interface ResidualDeps {
  readonly store: Pick<SafetyStore, 'listPermits' | 'findLedgerEntry'>
  readonly chain: ChainReader
  /** What that provider shows of approvals. */
  readonly approvals: ApprovalLog
  readonly clock: Pick<Clock, 'setTimer'>
  readonly policy: SafetyPolicy
  readonly decoders: DecoderIndex
  readonly signatures: readonly KnownSignature[]
  /** Tokens first: what other contracts keep draws on their allowances. */
  readonly grants: readonly GrantKeeper[]
  readonly positions: readonly PositionKeeper[]
  readonly account: Address
  readonly operator: Address
  /** The account whose nonces the permits hold. */
  readonly sender: Address
}

/** A live signature, with the calls of its signer that end it. */
export interface Cancellable extends LiveSignature {
  readonly cancel: readonly Call[]
}

/** What is left, with what it takes to take it back. */
export interface Left extends Omit<Residual, 'isPaused'> {
  readonly signatures: readonly Cancellable[]
  /** What takes the allowances back, in the order in which it is to be done. */
  readonly revocations: readonly Revocation[]
  /** Those of the exposures that are positions. */
  readonly open: readonly OpenPosition[]
}

const NOTHING = { balances: [], allowances: [], codeHashes: [], feeds: [] }

const NOTHING_LEFT = {
  allowances: [],
  revocations: [],
  signatures: [],
  transactions: [],
  exposures: [],
  open: [],
}

/** How it is named that a way to the chain tells nothing at all. */
const HEAD = 'the head'

const nameSignature = (permitId: Hex) => `the signature of ${permitId}`

/** States of permits under which something may have been signed. */
const USED = ['committing', 'committed', 'failed']

type Read = <T>(what: string, otherwise: T, answer: () => Promise<T> | T) => Promise<T>

async function readBodies(used: readonly PermitRow[], read: Read) {
  const bodies: { row: PermitRow; body: PermitBody }[] = []
  for (const row of used) {
    const body = await read(`the permit ${row.permitId}`, undefined, () => readBody(row))
    if (body) bodies.push({ row, body })
  }
  return bodies
}

/**
 * Enumerate what one way to the chain shows to be left of all that was ever signed, granted or opened: by the store's
 * permits, by the chain's own logs of approvals and by every pair of the policy's assets and spenders. Whether it is still
 * alive is read from the state of the chain; what cannot be read is named, and never taken for nothing. Never throws.
 */
export async function readResidual(deps: ResidualDeps): Promise<Left> {
  const { chain, clock } = deps
  const unread: string[] = []
  const read: Read = async (what, otherwise, answer) => {
    try {
      return await inTime(clock, Promise.resolve(answer()), what)
    } catch {
      unread.push(what)
      return otherwise
    }
  }
  const head = await read(HEAD, undefined, () => chain.getBlock())
  // A node that does not even tell its head is not waited for again and again.
  if (head === undefined) return { ...NOTHING_LEFT, unread }
  const now = head.timestamp
  const used = await read<readonly PermitRow[]>('the permits', [], () =>
    deps.store.listPermits().filter(({ state }) => USED.includes(state)),
  )
  const bodies = await readBodies(used, read)
  const candidates = await listGranted(deps, bodies, read)
  // Each part of it is waited for by itself.
  await deps.approvals.readTo(head.number).catch(() => void unread.push('the log of approvals'))
  for (const grant of deps.approvals.list()) candidates.add(grant)
  const live: LiveGrants[] = []
  for (const keeper of deps.grants) {
    const own = candidates.list().filter((grant) => isKeptBy(grant, keeper))
    live.push(await read(keeper.subject, { grants: [], revocations: [] }, () => keeper.readLive(chain, own)))
  }
  for (const { keeper } of candidates
    .list()
    .filter((grant) => !deps.grants.some((by) => isKeptBy(grant, by))))
    unread.push(`the allowances of ${keeper ?? 'tokens'}`)
  const signatures: Cancellable[] = []
  for (const { row, body } of bodies) {
    if (body.plan.kind !== 'signature') continue
    const { typedData } = body.plan
    const until = await read('the ledger', undefined, () => {
      const seconds = deps.store.findLedgerEntry(row.permitId)?.untilSeconds
      return seconds === undefined ? undefined : BigInt(seconds)
    })
    if (until !== undefined && until < now) continue
    const what = nameSignature(row.permitId)
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
  const held = await read('what is held', { exposures: [], open: [] }, () => readExposures(deps, now))
  return {
    allowances: live.flatMap(({ grants }) => grants),
    revocations: live.toReversed().flatMap(({ revocations }) => revocations),
    signatures,
    transactions,
    ...held,
    unread,
  }
}

/**
 * Unite what every way shows to be left: what one of them hides, any other shows. One that does not answer has no veto:
 * unread is what no way could read, and all of it when none tells its head.
 */
export function uniteLeft(ways: readonly Left[]): Omit<Residual, 'isPaused'> {
  const answering = ways.filter(({ unread }) => !unread.includes(HEAD))
  const [first = { unread: [HEAD] }] = answering
  const signatures = answering.flatMap((way) =>
    // What this way could not read, another may have read to be dead.
    way.signatures.filter(({ permitId }) => !way.unread.includes(nameSignature(permitId))),
  )
  return {
    allowances: listOnce(answering.flatMap(({ allowances }) => allowances)),
    signatures: listOnce(signatures.map(({ cancel: _, ...signature }) => signature)),
    transactions: listOnce(answering.flatMap(({ transactions }) => transactions)),
    exposures: listOnce(answering.flatMap(({ exposures }) => exposures)),
    unread: first.unread.filter((what) => answering.every(({ unread }) => unread.includes(what))),
  }
}

/** List plain values, each once. */
const listOnce = <Value>(values: readonly Value[]): readonly Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

const isKeptBy = (grant: Grant, { keeper }: Pick<GrantKeeper, 'keeper'>): boolean =>
  grant.keeper === undefined || keeper === undefined
    ? grant.keeper === keeper
    : isAddressEqual(grant.keeper, keeper)

/** List what the policy's spenders could have been granted, and what permits did grant. */
async function listGranted(
  { policy, grants, decoders, account: owner }: ResidualDeps,
  bodies: readonly { readonly row: PermitRow; readonly body: PermitBody }[],
  read: Read,
) {
  const candidates = createGrantSet()
  const tokens = policy.assets.map(({ token }) => token).filter((token) => token !== NATIVE_TOKEN)
  for (const token of tokens) {
    for (const spender of policy.spenders) {
      for (const { keeper } of grants)
        candidates.add({ token, spender, owner, ...(keeper ? { keeper } : {}) })
    }
  }
  for (const { row, body } of bodies) {
    if (body.plan.kind === 'signature') continue
    const { calls } = body.plan
    const what = `the calls of ${row.permitId}`
    const leaves = await read(what, [], () => decodeCalls(calls, decoders, owner).leaves)
    for (const { approvals } of leaves) {
      for (const { token, spender, keeper } of approvals) {
        candidates.add({ token, spender, owner, ...(keeper ? { keeper } : {}) })
      }
    }
  }
  return candidates
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

/** Read the positions that are open now, in the order in which each protocol ends them. */
export const readOpen = async ({
  positions,
  chain,
  account,
}: Pick<ResidualDeps, 'positions' | 'chain' | 'account'>): Promise<Open> => {
  const holdings = await readHoldings(chain, account)
  const lists = await Promise.all(positions.map((keeper) => keeper.listOpen(chain, account, holdings)))
  return { open: lists.flat(), holdings }
}

interface Open {
  readonly open: readonly OpenPosition[]
  /** All that the cage counts. */
  readonly holdings: readonly CountedHolding[]
}

/** What carries risk or has to be fetched: assets that are not stable, and positions. */
async function readExposures(
  deps: ResidualDeps,
  nowSeconds: bigint,
): Promise<{
  readonly exposures: readonly Exposure[]
  readonly open: readonly OpenPosition[]
}> {
  const { chain, policy, account } = deps
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
  const { open, holdings } = await readOpen(deps)
  const left = open.map((position): Exposure => {
    const waitsUntilSeconds = waitsUntil(position, nowSeconds)
    return {
      positionId: position.positionId,
      ...(waitsUntilSeconds === undefined ? {} : { waitsUntilSeconds }),
    }
  })
  // What no protocol says how to end is there all the same, and what cannot be read may be; what is worth less than a base
  // unit of every token is no exposure.
  const known = new Set(open.map((position) => nameCounted(position.counted)))
  const counted = holdings.filter(({ readable, lots }) => !readable || lots.some(isWorthAnything))
  const unended = counted.filter((by) => !known.has(nameCounted(by)))
  return { exposures: [...held, ...left, ...unended.map(({ key }) => ({ positionId: key }))], open }
}

/** Whether a lot is there and not known to be worth nothing: of what has no legs nobody knows the worth. */
const isWorthAnything = ({ units, legs }: CountedHolding['lots'][number]): boolean =>
  units > 0n && (legs.length === 0 || legs.some(({ amount }) => amount !== 0n))

/** A name that no other position of a cage has. */
export const nameCounted = ({ reader, key }: CountedBy): string => `${reader.toLowerCase()} ${key}`
