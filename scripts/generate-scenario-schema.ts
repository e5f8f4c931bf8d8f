import { join } from 'node:path'
import { DEV_KINDS } from '../harness/dev-kinds.ts'
import { buildGoalEditorSchema } from '../harness/goal/goal-editor-schema.ts'
import { buildEditorSchema, createSchemaConverter } from '../harness/scenario/schema/editor-schema.ts'
import { DEV_REGISTRY } from '../tools/profiles/dev.ts'
import { writeGenerated } from './write-generated.ts'

const convert = createSchemaConverter({
  tools: DEV_REGISTRY.tools.map(({ name, capability }) => ({ name, capability })),
  actionKinds: DEV_KINDS.map(({ kind }) => kind),
})
const schemas = { 'scenario.schema.json': buildEditorSchema, 'goal.schema.json': buildGoalEditorSchema }
for (const [name, build] of Object.entries(schemas)) {
  writeGenerated(join(import.meta.dirname, '../scenarios', name), build(convert))
}
