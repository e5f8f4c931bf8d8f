import { nameKind } from '../../tools/agent/kind-names.ts'
import { nameReads } from '../../tools/agent/pi-tools/query-state.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { DEV_KINDS } from '../dev-kinds.ts'
import { ACTORS } from '../world/actors.ts'
import { embeddedBook } from '../world/embedded-book.ts'
import { listContracts } from '../world/find-contract.ts'
import { type ChainName, DEFAULT_CHAIN } from '../world/origin-chains.ts'
import type { ScenarioCatalogue } from './catalogue.ts'
import { listPiInputs } from './pi-inputs.ts'

const READS = nameReads(DEV_REGISTRY.tools)
const TOOL_INPUTS = new Map(DEV_REGISTRY.tools.map(({ name, input }) => [name, input]))
const INPUTS = {
  tool: TOOL_INPUTS,
  action: new Map(DEV_KINDS.map(({ kind, params }) => [kind, params])),
  pi: listPiInputs(),
}

const describe = (chain: ChainName, book: AddressBook): ScenarioCatalogue => ({
  chain,
  on: scenarioCatalogue,
  tools: DEV_REGISTRY.tools.map(({ name, capability }) => ({ name, capability })),
  actionKinds: DEV_KINDS.map(({ kind }) => kind),
  nameOf: (meant, asked) => (meant === 'action' ? nameKind(asked, DEV_KINDS) : (READS.get(asked) ?? asked)),
  inputOf: (taker, name) => INPUTS[taker].get(name),
  native: [book.nativeSymbol, ...listWrapped(book)],
  tokens: [
    ...book.tokens.map(({ symbol, decimals, address }) => ({ symbol, decimals, address })),
    { symbol: book.nativeSymbol, decimals: 18 },
  ],
  actors: Object.fromEntries(Object.entries(ACTORS).map(([name, { address }]) => [name, address])),
  contracts: Object.fromEntries(listContracts(book)),
})

const listWrapped = ({ tokens, wrappedNative }: AddressBook) =>
  tokens.flatMap(({ address, symbol }) => (address === wrappedNative ? [symbol] : []))

const catalogues = new Map<ChainName, ScenarioCatalogue>()

/** What scenario files may name in the embedded world that stands for a chain; the same object each time. */
export function scenarioCatalogue(chain: ChainName): ScenarioCatalogue {
  const catalogue = catalogues.get(chain) ?? describe(chain, embeddedBook(chain))
  catalogues.set(chain, catalogue)
  return catalogue
}

/** What scenario files may name in the embedded world. */
export const SCENARIO_CATALOGUE = scenarioCatalogue(DEFAULT_CHAIN)
