import {
  GENERATED,
  holdsSteps,
  JSON_SCHEMA,
  type JsonSchema,
  type SchemaConverter,
  toPlain,
} from '../scenario/schema/editor-schema.ts'
import { STEPS_KEYWORD } from '../scenario/schema-words.ts'
import { GoalFileSchema } from './goal-schema.ts'

/** A step has the shape that it has in a scenario. */
const STEP_REFERENCE = { $ref: 'scenario.schema.json#/$defs/step' }

/** Build the JSON Schema that editors use for goal tasks: the shape that the parser checks, with the names that it knows. */
export function buildGoalEditorSchema(convert: SchemaConverter): JsonSchema {
  const put = (schema: JsonSchema): JsonSchema => {
    if (!holdsSteps(schema)) return convert(schema)
    const { [STEPS_KEYWORD]: isSteps, ...plain } = schema
    return isSteps ? { ...plain, items: STEP_REFERENCE } : withMembers(plain)
  }
  const withMembers = (schema: JsonSchema): JsonSchema => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, member]) => [
        name,
        put(member),
      ]),
    ),
  })
  return {
    $schema: JSON_SCHEMA,
    title: 'Assay goal task',
    description: GENERATED,
    ...withMembers(toPlain(GoalFileSchema)),
  }
}
