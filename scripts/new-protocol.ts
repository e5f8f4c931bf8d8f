import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findTwin, toIdentifier } from './find-tool-files.ts'
import { MARK } from './find-unfilled.ts'

const ROOT = join(import.meta.dirname, '..')
const [id, ...rest] = process.argv.slice(2)

/** End with what was found and what to do. */
function fail(message: string, hint: string): never {
  console.error(`error: ${message}\n  do: ${hint}\n  usage: npm run new:protocol -- <id>`)
  process.exit(2)
}

if (id === undefined || rest.length > 0) fail('one id is needed', 'name the protocol, e.g. aave-v3')
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) fail(`"${id}" is no folder name`, 'use kebab-case')

const [own, testbed] = [`tools/protocols/${id}`, `harness/protocols/${id}`]
for (const folder of [own, testbed]) {
  if (existsSync(join(ROOT, folder))) fail(`${folder} exists`, 'choose another id')
}
const twin = findTwin(id, readdirSync(join(ROOT, 'tools/protocols')))
if (twin !== undefined) fail(`"${id}" is the same name in code as ${twin}`, 'choose another id')
const [contract, abi] = [toIdentifier(id), `${toIdentifier(id)}Abi`]

const files: Readonly<Record<string, string>> = {
  [`${own}/abi.ts`]: `import { parseAbi } from 'viem'

/** The part of its contract that the tools call. */
// ${MARK}: its functions, events and errors.
export const ${abi} = parseAbi(['function example(uint256 amount)'])
`,
  [`${own}/base.ts`]: `import { defineBase } from '../../core/base.ts'
import { ${abi} } from './abi.ts'

/** ${MARK}: the name of the protocol, and where its addresses are published. */
export const BASE = defineBase({
  id: '${id}',
  contracts: { ${contract}: { abi: ${abi} } },
  // ${MARK}: its address on each chain.
  addresses: {},
})
`,
  [`${own}/decoder.ts`]: `import type { CallDecoder } from '../../core/call-decoder.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { ${abi} } from './abi.ts'

/** ${MARK}: what is decoded. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['${contract}'], selectors: selectorsOf(${abi}) }],
  decode(call) {
    const decoded = decodeExactly(${abi}, call.data)
    if (decoded === undefined) return undefined
    // ${MARK}: what leaves, what comes in, who receives it; undefined denies the call.
    return undefined
  },
}
`,
  [`${own}/protocol.ts`]: `import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** ${MARK}: what it is for. */
export const PROTOCOL = defineProtocol(BASE, {
  title: '${MARK}: its name',
  // ${MARK}: published, model, own or service.
  standing: 'published',
  decoders: [DECODER],
  // ${MARK}: the functions that a cage may call by default.
  cage: { ${contract}: [] },
})
`,
  [`${testbed}/testbed.ts`]: `import { defineTestbed } from '../testbed.ts'

/** ${MARK}: where its contracts come from. */
export const TESTBED = defineTestbed({
  // ${MARK}: the npm packages of its contracts.
  packages: [],
  async deploy() {
    // ${MARK}: place its contracts at their addresses.
  },
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
`,
  [`${testbed}/model.ts`]: `import type { ProtocolModel } from '../../vocabulary/model.ts'

/** ${MARK}: what it does, from its documentation. */
export const MODEL: ProtocolModel = {
  // ${MARK}: what an action of each of its kinds means.
  kinds: {},
}
`,
  [`${testbed}/draw.ts`]: `import type { ProtocolDraw } from '../../vocabulary/draw.ts'

/** ${MARK}: what is tried with it. */
export const DRAW: ProtocolDraw = {
  // ${MARK}: how an action of each of its kinds is drawn.
  kinds: {},
}
`,
}

for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true })
  writeFileSync(join(ROOT, path), text)
}
execFileSync(
  join(ROOT, 'node_modules/.bin/biome'),
  ['format', '--write', '--vcs-enabled=false', ...Object.keys(files)],
  {
    cwd: ROOT,
    stdio: 'ignore',
  },
)
await import('./generate-registry.ts')
console.log(`wrote ${Object.keys(files).join(', ')}
next:
  - fill in what is marked ${MARK}; the structure test names it until then
  - npm run new:tool -- <name> --protocol ${id} --category <category> --tier <read|write>`)
