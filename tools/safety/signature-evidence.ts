import { type Address, type Hex, stringToHex, zeroAddress } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import { NO_EFFECT } from '../core/call-decoder.ts'
import type { ChainReader } from '../core/chain.ts'
import { ToolError } from '../core/errors.ts'
import { toCanonicalJson } from '../core/json.ts'
import type { Call, SignaturePlan, TypedData } from '../core/plan.ts'
import { deriveActionClass } from './action-class.ts'
import type { Evidence, Head } from './evidence.ts'
import type { SafetyPolicy } from './policy.ts'
import { readSignedAuthority, type SignedAuthority } from './signed-authority.ts'
import { createPriceTable, pricedAssets } from './valuation.ts'

/** What a signature would authorise, or why it may not be given. */
export interface SignedEvidence {
  readonly authorities: readonly SignedAuthority[]
  readonly denial?: ToolError
}

/**
 * Gather the evidence on a signature: nothing is sent and so nothing is simulated, but all that it authorises counts
 * as if it were granted now.
 */
export async function gatherSignatureEvidence(
  input: { readonly plan: SignaturePlan; readonly head: Head | Promise<Head> },
  deps: {
    readonly chain: ChainReader
    readonly book: AddressBook
    readonly account: Address
    readonly operator: Address
    readonly policy: SafetyPolicy
    readonly wallMs: number
  },
): Promise<Evidence> {
  const { policy, account, operator, book } = deps
  const tokens = policy.assets.map(({ token }) => token)
  const [read, head] = await Promise.all([
    deps.chain
      .readState({
        balances: tokens.map((token) => ({ token, account })),
        allowances: [],
        codeHashes: [],
        feeds: pricedAssets(policy).map((asset) => asset.feed),
      })
      .then((state) => ({ state, problem: undefined }))
      .catch((cause: unknown) => ({ state: undefined, problem: String(cause) })),
    input.head,
  ])
  const nowSeconds = Number(head.timestamp)
  const signed = classify(input.plan.typedData, {
    signers: [account, operator],
    book,
    policy,
    nowSeconds,
  })
  const leaves = signed.authorities.map(({ token, spender, recipients, amountBaseUnits }) => ({
    ...NO_EFFECT,
    functionName: input.plan.typedData.primaryType,
    // An authority over nothing takes none back and grants none.
    approvals:
      spender === undefined || amountBaseUnits === 0n
        ? []
        : [{ token, spender, amountBaseUnits, via: 'permit2' as const }],
    recipients,
    tokens: [token],
  }))
  const balances = tokens.map((token, index) => {
    const held = read.state?.balances[index] ?? 0n
    return { token, before: held, after: held }
  })
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
    targets: [],
    codeHashes: [],
    balances,
    outflows: [],
    allowanceGrowth,
    actionClass: deriveActionClass({
      policy,
      account,
      leaves,
      balances,
      allowanceGrows: signed.denial !== undefined || allowanceGrowth.length > 0,
    }),
    prices: createPriceTable(policy, read.state?.feeds ?? [], nowSeconds),
    // A signature uses up no nonce of the operator.
    nonce: 0,
    headBaseFeeWei: 0n,
    clocks: { wallMs: deps.wallMs, chainSeconds: nowSeconds },
  }
}

function classify(...input: Parameters<typeof readSignedAuthority>): SignedEvidence {
  try {
    return { authorities: readSignedAuthority(...input) }
  } catch (cause) {
    if (cause instanceof ToolError) return { authorities: [], denial: cause }
    const [{ primaryType }] = input
    const problem = cause instanceof Error ? cause.message : String(cause)
    return { authorities: [], denial: new ToolError('SIGNATURE_NOT_UNDERSTOOD', { primaryType, problem }) }
  }
}

/** Last second at which anything that a signature authorises can be used. */
export const lastSecond = (signed: SignedEvidence): number =>
  Math.max(0, ...signed.authorities.map(({ untilSeconds }) => Number(untilSeconds)))

/** Typed data in the shape of a call, for hashes that cover calls: every byte of it, and nothing that can be sent. */
export const toSignatureCall = (typedData: TypedData): Call => ({
  to: typedData.domain.verifyingContract ?? zeroAddress,
  valueWei: 0n,
  data: stringToHex(toCanonicalJson(typedData)) as Hex,
})
