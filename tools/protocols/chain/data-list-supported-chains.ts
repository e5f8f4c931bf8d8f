import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { listKnownAddresses } from '../../kit/known-addresses.ts'

/** Names of the chains that tools support. */
const CHAIN_NAMES: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'Optimism',
  56: 'BNB Smart Chain',
  130: 'Unichain',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
  31337: 'local test chain',
}

/** List the chains that tools support, with the protocol contracts known on the connected one. */
export const TOOL_DEF = defineReadTool({
  name: 'data_list_supported_chains',
  description: 'List the chains that tools support, with the protocol contracts known on the connected one.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['list'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_list_supported_chains lists the chains that the tools support, which one is connected, and the protocol contracts and tokens known there.',
  promptGuidelines: [],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    chains: Type.Array(
      Type.Object({ chainId: Type.Integer(), name: Type.String(), isConnected: Type.Boolean() }),
    ),
    nativeSymbol: Type.String(),
    contracts: Type.Array(Type.Object({ label: Type.String(), address: AddressSchema })),
    tokenSymbols: Type.Array(Type.String()),
  }),
  errorCodes: [],
  async read(_params, { book, step }) {
    step('list')
    return {
      chains: EVM_CHAINS.map((chainId) => ({
        chainId,
        name: CHAIN_NAMES[chainId] ?? `chain ${chainId}`,
        isConnected: chainId === book.chainId,
      })),
      nativeSymbol: book.nativeSymbol,
      contracts: listKnownAddresses(book)
        .filter((known) => known.kind === 'protocol')
        .map(({ label, address }) => ({ label, address })),
      tokenSymbols: book.tokens.map((token) => token.symbol),
    }
  },
})
