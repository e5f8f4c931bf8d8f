import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEV_KINDS } from '../harness/dev-kinds.ts'
import { buildEditorSchema } from '../harness/scenario/schema/editor-schema.ts'
import { DEV_REGISTRY } from '../tools/profiles/dev.ts'

const path = join(import.meta.dirname, '../scenarios/scenario.schema.json')
const schema = buildEditorSchema({
  tools: DEV_REGISTRY.tools.map(({ name, capability }) => ({ name, capability })),
  actionKinds: DEV_KINDS.map(({ kind }) => kind),
})
const text = `${JSON.stringify(schema, null, 2)}\n`
const isFresh = existsSync(path) && readFileSync(path, 'utf8') === text
if (!isFresh && process.argv.includes('--check')) {
  console.error(`${path} is stale\n  do: npm run generate`)
  process.exitCode = 1
} else if (!isFresh) writeFileSync(path, text)
