import { type Address, erc20Abi, getAddress, type Hex, hashTypedData } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { LocalEntry } from '../../core/local-port.ts'
import type { Expectation } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import {
  AddressSchema,
  BaseUnitsSchema,
  HashSchema,
  HexSchema,
  type Static,
  Type,
} from '../../core/schema.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { describeOwnTransaction } from './transaction.ts'

/** Under which the outbox keeps proposals. */
export const PROPOSAL_KIND = 'safe-proposal'

/** What is proposed: one call, without a refund and without code in its place, at a nonce. */
export const ProposalSchema = Type.Object({
  safe: AddressSchema,
  to: AddressSchema,
  valueWei: BaseUnitsSchema,
  data: HexSchema,
  nonce: BaseUnitsSchema,
  /** What the owners sign. */
  safeTxHash: HashSchema,
})

/** A proposal as the outbox keeps it. */
export type Proposal = Static<typeof ProposalSchema>

/** Write a proposal of a call at a nonce. */
export function toProposal(
  { chainId, address }: { readonly chainId: number; readonly address: Address },
  { call, nonce }: { readonly call: Call; readonly nonce: bigint },
): Proposal {
  const { to, valueWei, data } = call
  return {
    safe: address,
    to,
    valueWei: valueWei.toString(),
    data,
    nonce: nonce.toString(),
    safeTxHash: hashTypedData(describeOwnTransaction({ chainId, address }, { call, nonce })),
  }
}

/** The call that is proposed. */
export const callOf = ({ to, valueWei, data }: Proposal): Call => ({
  to: getAddress(to),
  valueWei: BigInt(valueWei),
  data: data as Hex,
})

/** List the open proposals for a Safe, the oldest first. */
export const listProposals = (
  safe: Address,
  { safety }: Pick<ToolContext, 'safety'>,
): readonly (LocalEntry & { readonly proposal: Proposal })[] =>
  safety.entries('outbox').flatMap((entry) => {
    const proposal = entry.body as unknown as Proposal
    const isOpen = entry.kind === PROPOSAL_KIND && entry.state === 'open'
    return isOpen && isAddressEqual(proposal.safe as Address, safe) ? [{ ...entry, proposal }] : []
  })

/** Find an open proposal for a Safe by its id. @throws ToolError NOT_FOUND */
export function findProposal(id: string, safe: Address, ctx: Pick<ToolContext, 'safety'>): Proposal {
  const found = listProposals(safe, ctx).find(({ entryId }) => entryId === id)
  if (found) return found.proposal
  throw new ToolError('NOT_FOUND', {
    subject: `proposal ${id}`,
    reason: `none of ${safe} is open under this id`,
  })
}

/** What a call of the Safe brings the agent's account: what it pays to it, and nothing else. */
export function expectPayment({ to, data }: Call, account: Address): Pick<Expectation, 'assets'> {
  const decoded = decodeExactly(erc20Abi, data)
  if (decoded?.functionName !== 'transfer' || !isAddressEqual(decoded.args[0], account)) return { assets: [] }
  return { assets: [{ token: to, account, deltaBaseUnits: decoded.args[1] }] }
}
