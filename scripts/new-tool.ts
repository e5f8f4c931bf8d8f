import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { findNearest } from '../tools/core/suggest.ts'
import { CATEGORIES } from '../tools/core/tool-def.ts'
import { findToolFiles, listFiles, toIdentifier, toToolName } from './find-tool-files.ts'
import { MARK } from './find-unfilled.ts'
import { findNameProblem } from './tool-names.ts'

const PROTOCOLS = join(import.meta.dirname, '../tools/protocols')
const SHARED_KINDS = join(import.meta.dirname, '../tools/kit/kinds')
const USAGE =
  'usage: npm run new:tool -- <name> --protocol <folder> --category <category> --tier <read|write> [--kind <action kind>]'

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
        kind: { type: 'string' },
      },
    })
  } catch (error) {
    return fail((error as Error).message, 'see the usage')
  }
}

const { values, positionals } = readArguments()
const [name] = positionals
const { protocol, category, tier, kind } = values
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
const problem = findNameProblem(name, category, protocol)
if (problem !== undefined) {
  fail(problem, 'name it <prefix>_<action>_<subject>, with the prefix of its category or of its protocol')
}
if (tier !== 'read' && tier !== 'write') {
  fail(`unknown tier "${tier}"`, `${suggest(tier, ['read', 'write'])}; a privileged tool is written by hand`)
}
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(protocol)) fail(`"${protocol}" is no folder name`, 'use kebab-case')
const folders = readdirSync(PROTOCOLS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
if (tier === 'write' && kind === undefined) {
  fail('a write tool serves an action kind', 'name one with --kind, e.g. --kind supply')
}
if (tier === 'read' && kind !== undefined) {
  fail('a read tool serves no action kind', 'leave --kind out, or write a tool of --tier write')
}
if (kind !== undefined && !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kind)) {
  fail(`"${kind}" is no action kind`, 'use kebab-case')
}
if (!folders.includes(protocol)) {
  fail(
    `tools/protocols/${protocol} does not exist`,
    `${suggest(protocol, folders)}; npm run new:protocol starts a new folder`,
  )
}
const isShared = kind !== undefined && existsSync(join(SHARED_KINDS, `${kind}.ts`))
const servedBy = listFiles(PROTOCOLS).find((file) => basename(file) === `${kind}.action.ts`)
if (servedBy !== undefined && !isShared && dirname(servedBy) !== protocol) {
  fail(
    `action kind "${kind}" is that of ${dirname(servedBy)} alone`,
    'choose another kind, or share this one: AGENTS.md, "a shared action kind"',
  )
}
const existing = [...findToolFiles(PROTOCOLS), ...findToolFiles(join(PROTOCOLS, '../devtools'))].find(
  ({ identifier }) => identifier === toIdentifier(name.replaceAll('_', '-')),
)
if (existing) fail(`tool ${toToolName(existing.path)} exists (${existing.path})`, 'choose another name')

const folder = join(PROTOCOLS, protocol)
const path = join(folder, `${name.replaceAll('_', '-')}.ts`)
if (existsSync(path)) fail(`${relative(process.cwd(), path)} exists`, 'choose another name')

const description = `  name: '${name}',
  description: '${MARK}: one sentence.',
  category: '${category}',
  riskTier: '${tier === 'read' ? 'layer1' : 'layer2'}',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: '${tier === 'read' ? 'thinking' : 'executing'}',
  promptSnippet:
    '${name} ${MARK}: tell the model in twenty to fifty tokens when to use this tool, what it answers and what it leaves out.',
  promptGuidelines: [],
  supportedChains: ETHEREUM_CHAINS,`

const read = `import { TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { resolveToken } from '../../core/tokens.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'

/** ${MARK}: one sentence. */
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
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'

/** ${MARK}: one sentence. */
export const TOOL_DEF = defineWriteTool({
${description}
  input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: Type.Object({ movedBaseUnits: BaseUnitsSchema }),
  errorCodes: ['ZERO_AMOUNT'],
  async plan(params, ctx) {
    if (BigInt(params.amountBaseUnits) === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'amountBaseUnits' })
    ctx.step('read')
    // ${MARK}: build the calls, and state everything that they change.
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

const ownAction = `import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './${name.replaceAll('_', '-')}.ts'

/** ${MARK}: one sentence. */
export const ACTION = defineAction({
  kind: '${kind}',
  description: '${MARK}: one sentence.',
  tool: TOOL_DEF,
})
`

const sharedAction = `import { serveKind } from '../../core/action.ts'
import { ${kind?.toUpperCase().replaceAll('-', '_')} } from '../../kit/kinds/${kind}.ts'
import { TOOL_DEF } from './${name.replaceAll('_', '-')}.ts'

/** ${MARK}: one sentence. */
export const ACTION = serveKind(${kind?.toUpperCase().replaceAll('-', '_')}, {
  tool: TOOL_DEF,
  // ${MARK}: what it needs beyond the parameters of the kind.
  venue: {},
  // ${MARK}: the parameters of the tool, and what it quotes where the best quote takes the action.
  offer: async (params) => ({ params }),
})
`

const cases = `import { defineCases } from '../../core/cases.ts'

/** Cases of \`${name}\`. */
export const CASES = defineCases({
  // ${MARK}: input that it has to refuse, with the code that it ends with.
  refuses: [],
  // ${MARK}: input that it serves, with what the answer must hold; what the chain itself says goes by onChain().
  serves: [],
})
`

const written = {
  [path]: tier === 'read' ? read : write,
  [path.replace(/\.ts$/, '.cases.ts')]: cases,
}
if (tier === 'write') {
  const actionPath = join(folder, `${kind}.action.ts`)
  if (existsSync(actionPath)) fail(`${relative(process.cwd(), actionPath)} exists`, 'choose another kind')
  written[actionPath] = isShared ? sharedAction : ownAction
}
for (const [file, text] of Object.entries(written)) writeFileSync(file, text)
execFileSync(
  join(import.meta.dirname, '../node_modules/.bin/biome'),
  ['format', '--write', '--vcs-enabled=false', ...Object.keys(written)],
  { stdio: 'ignore' },
)
await import('./generate-registry.ts')

const next = [
  `fill in what is marked ${MARK}; the structure test names it until then`,
  ...(tier === 'write'
    ? [
        `teach tools/protocols/${protocol}/decoder.ts what its calls do`,
        `let ${protocol}/protocol.ts allow them under cage`,
      ]
    : ['name every error code that it raises']),
  'state its cases; npx vitest run test/conformance takes it through them',
  'npm run generate && npm run check',
]
console.log(
  `wrote ${Object.keys(written)
    .map((file) => relative(process.cwd(), file))
    .join(', ')}\nnext:\n${next.map((step) => `  - ${step}`).join('\n')}`,
)
