import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { findNearest } from '../tools/core/suggest.ts'
import { CATEGORIES } from '../tools/core/tool-def.ts'
import { findToolFiles, toToolName } from './find-tool-files.ts'
import { findNameProblem, TOOL_PREFIXES } from './tool-names.ts'

const PROTOCOLS = join(import.meta.dirname, '../tools/protocols')
const USAGE =
  'usage: npm run new:tool -- <name> --protocol <folder> --category <category> --tier <read|write> [--create]'

/** End with what was expected, what was found and what to do. */
function fail(message: string, hint: string): never {
  console.error(`error: ${message}\n  do: ${hint}\n  ${USAGE}`)
  process.exit(2)
}

/** Suggest the nearest of the known names, or list them all. */
function suggest(name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known)
  return nearest ? `did you mean "${nearest}"?` : `use one of ${known.join(', ')}`
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        protocol: { type: 'string' },
        category: { type: 'string' },
        tier: { type: 'string' },
        create: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return fail((error as Error).message, 'see the usage')
  }
}

const { values, positionals } = readArguments()
const [name] = positionals
const { protocol, category, tier, create } = values
if (name === undefined || protocol === undefined || category === undefined || tier === undefined) {
  fail('name, protocol, category and tier are needed', 'give all four')
}
if (positionals.length > 1) fail(`unexpected "${positionals[1]}"`, 'give one name')
if (!(CATEGORIES as readonly string[]).includes(category)) {
  fail(`unknown category "${category}"`, suggest(category, CATEGORIES))
}
if (category === 'testnet') {
  fail(
    'tools of the test net are no protocol tools',
    'copy a neighbour in tools/devtools, then npm run generate',
  )
}
const problem = findNameProblem(name, category)
if (problem !== undefined) {
  const prefix = name.split('_')[0] ?? ''
  const isKnown = Object.hasOwn(TOOL_PREFIXES, prefix)
  fail(
    problem,
    isKnown
      ? 'name it <prefix>_<action>_<subject>, with the prefix of its category or protocol'
      : `${suggest(prefix, Object.keys(TOOL_PREFIXES))}; a new protocol's prefix goes into scripts/tool-names.ts`,
  )
}
if (tier !== 'read' && tier !== 'write') {
  fail(`unknown tier "${tier}"`, `${suggest(tier, ['read', 'write'])}; a privileged tool is written by hand`)
}
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(protocol)) fail(`"${protocol}" is no folder name`, 'use kebab-case')
const folders = readdirSync(PROTOCOLS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
if (!folders.includes(protocol) && !create) {
  fail(
    `tools/protocols/${protocol} does not exist`,
    `${suggest(protocol, folders)}; --create starts a new folder`,
  )
}
const existing = [...findToolFiles(PROTOCOLS), ...findToolFiles(join(PROTOCOLS, '../devtools'))].find(
  ({ path }) => toToolName(path) === name,
)
if (existing) fail(`tool ${name} exists (${existing.path})`, 'choose another name')

const folder = join(PROTOCOLS, protocol)
const path = join(folder, `${name.replaceAll('_', '-')}.ts`)
if (existsSync(path)) fail(`${relative(process.cwd(), path)} exists`, 'choose another name')

const description = `  name: '${name}',
  description: 'FILL IN: one sentence.',
  category: '${category}',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: '${tier === 'read' ? 'thinking' : 'executing'}',
  promptSnippet:
    '${name} FILL IN: tell the model in twenty to fifty tokens when to use this tool, what it answers and what it leaves out.',
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

const next = [
  'fill in what is marked FILL IN; the structure test fails until then',
  ...(existsSync(join(folder, 'protocol.ts'))
    ? []
    : [`add ${protocol}/protocol.ts and abi.ts (see tools/protocols/weth)`]),
  ...(tier === 'write'
    ? [
        `teach tools/protocols/${protocol}/decoder.ts what its calls do`,
        `give it an action kind (tools/protocols/${protocol}/<kind>.action.ts) and its calls a place in protocol.ts under cage`,
      ]
    : ['name every error code that it raises']),
  'cover it in test/tools/',
  'npm run generate && npm run check',
]
console.log(`wrote ${relative(process.cwd(), path)}\nnext:\n${next.map((step) => `  - ${step}`).join('\n')}`)
