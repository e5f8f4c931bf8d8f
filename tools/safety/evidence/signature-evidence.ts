import { type Address, type Hex, stringToHex, zeroAddress } from 'viem'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import type { ChainReader, StateQuery } from '../../core/chain.ts'
import type { OperatorRoute } from '../../core/contract-account.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { toCanonicalJson } from '../../core/json.ts'
import type { Call, SignaturePlan, TypedData } from '../../core/plan.ts'
import type { KnownSignature, SignedAuthority } from '../../core/signature-reader.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { deriveActionClass } from './action-class.ts'
import {
  askSecondProvider,
  type Evidence,
  type Head,
  readAccountNonce,
  readOperatorNonce,
  throwWhenNodeFails,
} from './evidence.ts'
import { listApprovals } from './gross-outflows.ts'
import { type AllowancePair, listAllowancePairs } from './live-allowances.ts'
import { findPinned, listPinned, readPinned, readSlots } from './pinned-code.ts'
import { listPositionViews, readPositionsAround } from './read-positions.ts'
import { askBoth, assertSameHead, assertSameState, type SecondProvider } from './second-provider.ts'
import { readSignedAuthority } from './signed-authority.ts'
import { createPriceTable, listFeeds } from './valuation.ts'

/** What a signature would authorise, or why it may not be given. */
export interface SignedEvidence {
  readonly authorities: readonly SignedAuthority[]
  readonly denial?: ToolError
}

/** What evidence on a signature is gathered with. */
interface SignatureEvidenceDeps {
  readonly chain: ChainReader
  readonly signatures: readonly KnownSignature[]
  readonly account: Address
  readonly operator: Address
  readonly route?: OperatorRoute
  readonly policy: SafetyPolicy
  readonly wallMs: number
  /** Allowances that were granted, whatever the policy lists now. */
  readonly granted: readonly AllowancePair[]
  /** A second provider, when there is one. */
  readonly secondProvider: SecondProvider | undefined
}

/** Read what a signature stands on; a second provider has to show the same. */
async function readGround(
  head: Head,
  query: StateQuery,
  pinned: ReturnType<typeof findPinned>,
  deps: SignatureEvidenceDeps,
) {
  const { account, chain } = deps
  const readPaused = (provider: Pick<ChainReader, 'readContract'>) =>
    provider.readContract({ address: account, abi: policyCageAbi, functionName: 'paused' })
  const [read, seen, nonce, operatorNonce, slots, isPaused] = await Promise.all([
    chain
      .readState(query)
      .then((state) => ({ state, problem: undefined }))
      .catch((cause: unknown) => {
        throwWhenNodeFails(cause)
        return { state: undefined, problem: describeCause(cause) }
      }),
    deps.secondProvider && askSecondProvider(deps.secondProvider, (provider) => provider.readState(query)),
    readAccountNonce(deps),
    readOperatorNonce(deps),
    readSlots(deps, pinned.proxies),
    askBoth('whether the cage is paused', deps, readPaused),
  ])
  if (seen && read.state) {
    const answer = seen.read()
    assertSameHead(head, answer.head)
    assertSameState(query, read.state, answer.answer)
  }
  return { read, nonce, operatorNonce, slots, isPaused }
}

/** What a signature authorises, as if calls granted it now. */
const toLeaves = ({ authorities }: SignedEvidence, { domain, primaryType }: TypedData) =>
  authorities.map(({ token, spender, recipients, amountBaseUnits }) => ({
    ...NO_EFFECT,
    functionName: primaryType,
    // An authority over nothing takes none back and grants none.
    approvals:
      spender === undefined || amountBaseUnits === 0n
        ? []
        : [{ token, spender, amountBaseUnits, ...keptBy(domain.verifyingContract, token) }],
    recipients,
    tokens: [token],
  }))

/**
 * Gather the evidence on a signature: nothing is sent and so nothing is simulated, but all that it authorises counts
 * as if it were granted now.
 */
export async function gatherSignatureEvidence(
  input: { readonly plan: SignaturePlan; readonly head: Head },
  deps: SignatureEvidenceDeps,
): Promise<Evidence> {
  const { policy, account, operator, signatures } = deps
  const { head } = input
  const { typedData } = input.plan
  const tokens = policy.assets.map(({ token }) => token)
  const nowSeconds = Number(head.timestamp)
  const signed = classify(typedData, { signers: [account, operator], signatures, policy, nowSeconds })
  const verifier = typedData.domain.verifyingContract
  // What is not understood is denied, and its contract may be no address at all.
  const pinned = findPinned(policy, [
    ...(signed.denial !== undefined || verifier === undefined ? [] : [verifier]),
    ...signed.authorities.map(({ token }) => token),
  ])
  const assets = pinned.targets.filter((target) => findAsset(policy, target))
  const { pairs } = listAllowancePairs(policy, deps.granted)
  const query: StateQuery = {
    balances: tokens.map((token) => ({ token, account })),
    allowances: pairs.map((pair) => ({ ...pair, owner: account })),
    codeHashes: listPinned(pinned),
    feeds: listFeeds(policy),
    decimals: assets,
    views: listPositionViews(policy, account),
  }
  const { read, isPaused, ...ground } = await readGround(head, query, pinned, deps)
  const leaves = toLeaves(signed, typedData)
  const balances = tokens.map((token, index) => {
    const held = read.state?.balances[index] ?? 0n
    return { token, before: held, after: held }
  })
  const unreadAssets = tokens.filter((_, index) => read.state && read.state.balances[index] === undefined)
  const prices = createPriceTable(policy, read.state?.feeds ?? [], nowSeconds)
  const views = read.state?.views ?? []
  const positions = readPositionsAround(policy, { before: views, after: views })
  const allowanceGrowth = signed.authorities.flatMap(({ token, spender, amountBaseUnits }) =>
    amountBaseUnits === 0n
      ? []
      : [{ token, spender: spender ?? zeroAddress, growthBaseUnits: amountBaseUnits }],
  )
  return {
    decoded: { leaves, undecodable: [], calls: [] },
    signed,
    simulation: undefined,
    ...(read.problem === undefined ? {} : { simulationProblem: read.problem }),
    state: read.state,
    ...readPinned(pinned, ground.slots, read.state?.codeHashes),
    decimals: assets.map((token, index) => ({ token, found: read.state?.decimals[index] })),
    positionOwners: [],
    positions,
    balances,
    unreadAssets,
    outflows: [],
    allowanceGrowth,
    liveAllowances: (read.state ? pairs : []).map((pair, index) => {
      const held = read.state?.allowances[index]
      return { ...pair, before: held, after: held }
    }),
    actionClass: deriveActionClass({
      policy,
      account,
      leaves,
      balances,
      outflows: [],
      allowanceGrows: signed.denial !== undefined || allowanceGrowth.length > 0,
      lots: positions.changes,
      prices,
    }),
    prices,
    isPaused,
    // It uses up none, but who else acted for the account shows in it.
    nonce: ground.nonce,
    operatorNonce: ground.operatorNonce,
    headBaseFeeWei: 0n,
    clocks: { wallMs: deps.wallMs, chainSeconds: nowSeconds },
  }
}

/** A token that verifies a signature keeps what it grants; so does any other contract. */
const keptBy = (verifier: Address | undefined, token: Address) =>
  verifier === undefined || isAddressEqual(verifier, token) ? {} : { keeper: verifier }

function classify(...input: Parameters<typeof readSignedAuthority>): SignedEvidence {
  try {
    return { authorities: readSignedAuthority(...input) }
  } catch (cause) {
    if (cause instanceof ToolError) return { authorities: [], denial: cause }
    const [{ primaryType }] = input
    const problem = describeCause(cause)
    return { authorities: [], denial: new ToolError('SIGNATURE_NOT_UNDERSTOOD', { primaryType, problem }) }
  }
}

/** Last second at which anything that a signature authorises can be used. */
const lastSecond = (signed: SignedEvidence): number =>
  Math.max(0, ...signed.authorities.map(({ untilSeconds }) => Number(untilSeconds)))

/** Say until when what an action authorises can be used, whether it is signed or granted with an expiry. */
export function holdsUntil({ signed, decoded }: Evidence): { readonly untilSeconds?: number } {
  const approvals = listApprovals(decoded.leaves).filter(({ isEnded }) => !isEnded)
  const pledges = decoded.leaves.flatMap((leaf) => leaf.pledges ?? [])
  const granted = [...approvals, ...pledges].map(({ untilSeconds = 0 }) => untilSeconds)
  const untilSeconds = Math.max(0, signed ? lastSecond(signed) : 0, ...granted)
  return untilSeconds === 0 ? {} : { untilSeconds }
}

/** Typed data in the shape of a call, for hashes that cover calls: every byte of it, and nothing that can be sent. */
export const toSignatureCall = (typedData: TypedData): Call => ({
  to: typedData.domain.verifyingContract ?? zeroAddress,
  valueWei: 0n,
  data: stringToHex(toCanonicalJson(typedData)) as Hex,
})
