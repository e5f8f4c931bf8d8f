import type { Address, Hex } from 'viem'
import type { DecodedCall } from '../../core/call-decoder.ts'
import type { StateReading, ViewQuery } from '../../core/chain.ts'
import type { CarriedCall, OwnAccount, SettingsChange } from '../../core/contract-account.ts'
import { ToolError } from '../../core/errors.ts'
import type { Call, CallRoute } from '../../core/plan.ts'
import type { OwnerAccountRule, SafetyPolicy } from '../policy/policy.ts'
import type { DecodedPlan } from './decode-calls.ts'

/** What an act of the owner's account changes of what decides for it; undefined where that cannot be read. */
export interface OwnAccountEvidence {
  readonly change: SettingsChange | undefined
  /** Hashes of the code of what the owner lists as modules and guards, by address in lower case. */
  readonly codeHashes: ReadonlyMap<string, Hex>
}

/** Encode what anybody sends for the one call of the owner's account. @throws ToolError APPROVAL_NOT_CONFIGURED */
export function encodeOwnCall(
  { calls: [call] }: { readonly calls: readonly Call[] },
  signatures: Hex,
  ownAccount: OwnAccount | undefined,
): CarriedCall {
  if (ownAccount === undefined || call === undefined) {
    throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool: 'an act of the owner’s account' })
  }
  return { to: ownAccount.address, data: ownAccount.acts.encode(call, signatures) }
}

/** What is read around an act of the owner's account: nothing for any other. */
export interface OwnReading {
  readonly views: readonly ViewQuery[]
  readonly listed: readonly Address[]
}

const NOTHING: OwnReading = { views: [], listed: [] }

/** Say what is read around a plan of what decides for the owner's account. */
export const prepareOwnReading = (
  route: CallRoute,
  ownAccount: OwnAccount | undefined,
  { ownerAccount }: Pick<SafetyPolicy, 'ownerAccount'>,
): OwnReading =>
  route !== 'account' || ownAccount === undefined || ownerAccount === undefined
    ? NOTHING
    : { views: ownAccount.acts.listViews(ownAccount.address), listed: listContracts(ownerAccount) }

const listContracts = ({ modules, guards }: OwnerAccountRule): readonly Address[] => [
  ...modules.map(({ address }) => address),
  ...guards.map(({ address }) => address),
]

/** Put together what was found around an act of the owner's account. */
export function readOwnAccount(
  { listed }: OwnReading,
  answers: {
    readonly before: StateReading['views']
    readonly after: StateReading['views']
    readonly codeHashes: readonly Hex[]
  },
  ownAccount: OwnAccount | undefined,
): OwnAccountEvidence {
  const before = ownAccount?.acts.readSettings(answers.before)
  const after = ownAccount?.acts.readSettings(answers.after)
  return {
    change: before && after && { before, after },
    codeHashes: new Map(
      listed.map((address, index) => [address.toLowerCase(), answers.codeHashes[index] ?? '0x']),
    ),
  }
}

/** Say in words what an act changes of what decides for the owner's account. */
export const describeSettings = (
  found: OwnAccountEvidence | undefined,
  ownAccount: OwnAccount | undefined,
): readonly string[] => (found?.change && ownAccount?.acts.describeChange(found.change)) ?? []

/**
 * Read decoded calls as those of another account than the agent's: what they move is its own, and counts for the agent by
 * what the simulation shows alone.
 */
export const asForeign = ({ leaves, ...decoded }: DecodedPlan): DecodedPlan => ({
  ...decoded,
  leaves: leaves.map((leaf): DecodedCall => ({ ...leaf, outflows: [], inflows: [], positions: [] })),
})
