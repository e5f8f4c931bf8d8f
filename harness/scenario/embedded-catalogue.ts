import { ACTION_KINDS } from '../../tools/agent/action-kinds.ts'
import { DEV_CATALOGUE } from '../../tools/profiles/dev.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { listContracts } from '../world/find-contract.ts'
import type { ScenarioCatalogue } from './catalogue.ts'
import { listPiInputs } from './pi-inputs.ts'

const TOOL_INPUTS = new Map(DEV_CATALOGUE.map(({ name, input }) => [name, input]))
const INPUTS = {
  tool: TOOL_INPUTS,
  action: new Map(ACTION_KINDS.map(({ kind, params }) => [kind, params])),
  pi: listPiInputs(),
}

/** What scenario files may name in the embedded world. */
export const SCENARIO_CATALOGUE: ScenarioCatalogue = {
  tools: DEV_CATALOGUE.map(({ name, capability }) => ({ name, capability })),
  actionKinds: ACTION_KINDS.map(({ kind }) => kind),
  inputOf: (taker, name) => INPUTS[taker].get(name),
  native: [EMBEDDED_BOOK.nativeSymbol, 'WETH'],
  tokens: [
    ...EMBEDDED_BOOK.tokens.map(({ symbol, decimals, address }) => ({ symbol, decimals, address })),
    { symbol: EMBEDDED_BOOK.nativeSymbol, decimals: 18 },
  ],
  actors: Object.fromEntries(Object.entries(ACTORS).map(([name, { address }]) => [name, address])),
  contracts: Object.fromEntries(listContracts(EMBEDDED_BOOK)),
}
