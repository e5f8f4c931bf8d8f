import { nameKind } from '../../tools/agent/kind-names.ts'
import { nameReads } from '../../tools/agent/pi-tools/query-state.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { DEV_KINDS } from '../dev-kinds.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { listContracts } from '../world/find-contract.ts'
import type { ScenarioCatalogue } from './catalogue.ts'
import { listPiInputs } from './pi-inputs.ts'

const READS = nameReads(DEV_REGISTRY.tools)
const TOOL_INPUTS = new Map(DEV_REGISTRY.tools.map(({ name, input }) => [name, input]))
const INPUTS = {
  tool: TOOL_INPUTS,
  action: new Map(DEV_KINDS.map(({ kind, params }) => [kind, params])),
  pi: listPiInputs(),
}

/** What scenario files may name in the embedded world. */
export const SCENARIO_CATALOGUE: ScenarioCatalogue = {
  tools: DEV_REGISTRY.tools.map(({ name, capability }) => ({ name, capability })),
  actionKinds: DEV_KINDS.map(({ kind }) => kind),
  nameOf: (meant, asked) => (meant === 'action' ? nameKind(asked, DEV_KINDS) : (READS.get(asked) ?? asked)),
  inputOf: (taker, name) => INPUTS[taker].get(name),
  native: [EMBEDDED_BOOK.nativeSymbol, 'WETH'],
  tokens: [
    ...EMBEDDED_BOOK.tokens.map(({ symbol, decimals, address }) => ({ symbol, decimals, address })),
    { symbol: EMBEDDED_BOOK.nativeSymbol, decimals: 18 },
  ],
  actors: Object.fromEntries(Object.entries(ACTORS).map(([name, { address }]) => [name, address])),
  contracts: Object.fromEntries(listContracts(EMBEDDED_BOOK)),
}
