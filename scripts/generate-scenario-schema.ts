import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEV_KINDS } from '../harness/dev-kinds.ts'
import { buildGoalEditorSchema } from '../harness/goal/goal-editor-schema.ts'
import { buildEditorSchema, createSchemaConverter } from '../harness/scenario/schema/editor-schema.ts'
import { DEV_REGISTRY } from '../tools/profiles/dev.ts'

const convert = createSchemaConverter({
  tools: DEV_REGISTRY.tools.map(({ name, capability }) => ({ name, capability })),
  actionKinds: DEV_KINDS.map(({ kind }) => kind),
})
const schemas = { 'scenario.schema.json': buildEditorSchema, 'goal.schema.json': buildGoalEditorSchema }
for (const [name, build] of Object.entries(schemas)) {
  const path = join(import.meta.dirname, '../scenarios', name)
  const text = `${JSON.stringify(build(convert), null, 2)}\n`
  const isFresh = existsSync(path) && readFileSync(path, 'utf8') === text
  if (!isFresh && process.argv.includes('--check')) {
    console.error(`${path} is stale\n  do: npm run generate`)
    process.exitCode = 1
  } else if (!isFresh) writeFileSync(path, text)
}
