import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findNearest } from '../tools/core/suggest.ts'
import { CATEGORIES } from '../tools/core/tool-def.ts'

const PREFIXES = [
  'data',
  'uniswap',
  'erc20',
  'weth',
  'permit2',
  'safety',
  'wallet',
  'aave',
  'morpho',
  'lido',
  'vault',
  'intel',
  'memory',
  'identity',
  'stream',
  'bootstrap',
  'fees',
  'improve',
  'hook',
]
const USAGE =
  'usage: npm run new:tool -- <name> --protocol <folder> --category <category> --tier <read|write>'

/** End with what was expected, what was found and what to do. */
function fail(message: string, hint: string): never {
  console.error(`error: ${message}\n  do: ${hint}\n  ${USAGE}`)
  process.exit(2)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    protocol: { type: 'string' },
    category: { type: 'string', default: 'data' },
    tier: { type: 'string', default: 'read' },
  },
})
const [name] = positionals
const { protocol, category, tier } = values
if (name === undefined || protocol === undefined) fail('name and protocol are needed', 'give both')
if (!/^[a-z0-9]+(_[a-z0-9]+){2,}$/.test(name)) {
  fail(`"${name}" is no tool name`, 'write <prefix>_<action>_<subject> in lower case')
}
const prefix = name.split('_')[0] ?? ''
if (!PREFIXES.includes(prefix)) {
  const nearest = findNearest(prefix, PREFIXES)
  fail(
    `unknown prefix "${prefix}"`,
    nearest ? `did you mean "${nearest}"?` : `use one of ${PREFIXES.join(', ')}`,
  )
}
if (!(CATEGORIES as readonly string[]).includes(category)) {
  const nearest = findNearest(category, CATEGORIES)
  fail(
    `unknown category "${category}"`,
    nearest ? `did you mean "${nearest}"?` : `use one of ${CATEGORIES.join(', ')}`,
  )
}
if (tier !== 'read' && tier !== 'write') fail(`unknown tier "${tier}"`, 'use read or write')

const file = `${name.replaceAll('_', '-')}.ts`
const folder = join(import.meta.dirname, '../tools/protocols', protocol)
const path = join(folder, file)
if (existsSync(path)) fail(`${path} exists`, 'choose another name')

const description = `  name: '${name}',
  description: 'FILL IN: one sentence.',
  category: '${category}',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: '${tier === 'read' ? 'thinking' : 'executing'}',
  promptSnippet:
    '${name} FILL IN: tell the model in twenty to fifty tokens when to use this tool, what it answers and what it does not do.',
  promptGuidelines: [],
  supportedChains: ETHEREUM_CHAINS,`

const read = `import { TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { resolveToken } from '../../core/tokens.ts'
import { ETHEREUM_CHAINS } from '../chains.ts'

/** FILL IN: one sentence. */
export const TOOL_DEF = defineReadTool({
${description}
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({ symbol: Type.String() }),
  errorCodes: ['UNKNOWN_TOKEN'],
  async read(params, ctx) {
    ctx.step('read')
    const token = await resolveToken(ctx, params.token)
    return { symbol: token.symbol }
  },
})
`

const write = `import { ToolError } from '../../core/errors.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../chains.ts'

/** FILL IN: one sentence. */
export const TOOL_DEF = defineWriteTool({
${description}
  input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: Type.Object({ movedBaseUnits: BaseUnitsSchema }),
  errorCodes: ['ZERO_AMOUNT'],
  async plan(params, ctx) {
    if (BigInt(params.amountBaseUnits) === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'amountBaseUnits' })
    ctx.step('read')
    // FILL IN: build the calls, and state everything that they change.
    return planTransaction([], { assets: [] })
  },
  settle({ params, receipt, account }) {
    return {
      data: { movedBaseUnits: params.amountBaseUnits },
      actualOutcome: { ...EMPTY_OUTCOME, assets: readTransferDeltas(receipt, account) },
      groundTruthSource: 'receipt',
    }
  },
})
`

mkdirSync(folder, { recursive: true })
writeFileSync(path, tier === 'read' ? read : write)
execFileSync(join(import.meta.dirname, '../node_modules/.bin/biome'), ['check', '--write', path], {
  stdio: 'ignore',
})
await import('./generate-registry.ts')
console.log(`wrote ${path} and registered it
next:
  fill in what is marked FILL IN
  ${tier === 'write' ? `add what its calls mean to tools/protocols/${protocol}/decoder.ts, and an action kind to tools/agent/adapters.ts` : 'name further error codes that it raises'}
  cover it in test/tools/, then npm run check`)
