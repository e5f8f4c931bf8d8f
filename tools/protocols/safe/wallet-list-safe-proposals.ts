import type { Address, ContractFunctionParameters } from 'viem'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { safeStateAbi } from './abi.ts'
import { listProposals, ProposalSchema } from './proposals.ts'
import { readOwnSafe } from './read-own-safe.ts'

const NAME = 'wallet_list_safe_proposals'

/** Most proposals that are listed, the newest ones: each is asked of every owner. */
const MOST_PROPOSALS = 20

/** List what is kept for the owners of the owner's Safe to sign, with who approved it on chain. */
export const TOOL_DEF = defineReadTool({
  name: NAME,
  description:
    "List the open proposals for the owner's Safe, who approved them on chain, and which can be carried out.",
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['safe', 'approvals'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "wallet_list_safe_proposals lists open proposals for the owner's Safe, who approved each on chain, whether it can be carried out and whether its nonce is used.",
  promptGuidelines: [
    'Signatures off the chain are with the owners: they count when they are given with the transaction.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    safe: AddressSchema,
    /** The nonce that the Safe carries out next. */
    nonce: BaseUnitsSchema,
    threshold: Type.Integer(),
    totalFound: Type.Integer(),
    proposals: Type.Array(
      Type.Object({
        proposalId: HashSchema,
        ...ProposalSchema.properties,
        /** Owners that approved its hash on chain (`Safe.approveHash`). */
        approvedBy: Type.Array(AddressSchema),
        /** Next: at its nonce now; later: others come first; void: its nonce is used. */
        turn: Type.Union([Type.Literal('next'), Type.Literal('later'), Type.Literal('void')]),
        /** Whether it is next and as many owners approved on chain as have to. */
        canExecute: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: ['APPROVAL_NOT_CONFIGURED', 'NOT_FOUND', 'CHAIN_READ_FAILED'],
  async read(_, ctx) {
    const { chain, book } = ctx
    ctx.step('safe')
    const { safe, settings } = await readOwnSafe(NAME, ctx)
    const { owners, threshold } = settings
    const kept = listProposals(safe, ctx)
    const listed = kept.slice(-MOST_PROPOSALS)
    ctx.step('approvals')
    const contract = { address: safe, abi: safeStateAbi } as const
    const contracts: readonly ContractFunctionParameters[] = [
      { ...contract, functionName: 'nonce' },
      ...listed.flatMap(({ proposal }) =>
        owners.map((owner) => ({
          ...contract,
          functionName: 'approvedHashes',
          args: [owner, proposal.safeTxHash],
        })),
      ),
    ]
    const [nonce = 0n, ...answers] = (await chain.multicall({
      ...inOneCall(book),
      allowFailure: false,
      contracts,
    })) as readonly bigint[]
    return {
      safe,
      nonce: nonce.toString(),
      threshold,
      totalFound: kept.length,
      proposals: listed.map(({ entryId, proposal }, index) => {
        const approvedBy = owners.filter(
          (_owner: Address, place) => answers[index * owners.length + place] !== 0n,
        )
        const at = BigInt(proposal.nonce)
        const turn = at === nonce ? ('next' as const) : at > nonce ? ('later' as const) : ('void' as const)
        return {
          proposalId: entryId,
          ...proposal,
          approvedBy,
          turn,
          canExecute: turn === 'next' && approvedBy.length >= threshold,
        }
      }),
    }
  },
})
