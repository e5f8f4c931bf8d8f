import { createRequire, stripTypeScriptTypes } from 'node:module'
import { pathToFileURL } from 'node:url'
import { validateToolArguments } from '@earendil-works/pi-ai'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect } from 'vitest'
import { withoutConversion } from '../../bin/gateway/bridge-client.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import { writeExtension } from '../../tools/gateway/bridge/extension-source.ts'
import { readParameterSchema } from '../../tools/gateway/parameter-schema.ts'
import { HOSTILE_NAMES, parameterSchemas, schemasWith, valuesFor } from './arbitrary-schemas.ts'

// As the agent loads it: Pi brings a TypeBox of its own.
const require = createRequire(import.meta.resolve('@earendil-works/pi-coding-agent'))
const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)
const { Type } = await load('typebox')
const { Compile } = await load('typebox/compile')

interface Generated {
  readonly name: string
  readonly description: string
  readonly parameters: object
}

/** Run a generated file with what it imports given; answers the tools that it states. */
export function runExtension(source: string): readonly Generated[] {
  const body = source.replaceAll(/^import .*$/gm, '').replace('export default', 'return')
  return new Function('Type', 'bridgeTools', body)(Type, (tools: readonly Generated[]) => tools)
}

/** How much was held, and how much of it both sides took. */
export interface Held {
  schemas: number
  values: number
  accepted: number
}

const ajv = new Ajv2020({ strict: false, ownProperties: true })
const referenceOf = (schema: object) => ajv.compile(schema)

interface Draws {
  readonly runs: number
  readonly valuesEach: number
  readonly seed: number
}

/** Write the extension for a schema, have it parsed as Node does, and run it. */
function generate(parameters: object) {
  const source = writeExtension([{ name: 'tool', description: 'd', parameters }], { client: '/client.ts' })
  stripTypeScriptTypes(source)
  const [tool] = runExtension(source)
  return { source, tool, agent: Compile(tool?.parameters) as { Check(value: unknown): boolean } }
}

function draw(
  schemas: typeof parameterSchemas,
  { runs, valuesEach, seed }: Draws,
  hold: (schema: object, values: readonly unknown[]) => void,
): void {
  const drawn = schemas.chain((schema) =>
    fc.tuple(
      fc.constant(schema),
      fc.array(valuesFor(schema), { minLength: valuesEach, maxLength: valuesEach }),
    ),
  )
  fc.assert(
    fc.property(drawn, ([schema, values]) =>
      // As they come over a wire.
      hold(schema, JSON.parse(JSON.stringify(values))),
    ),
    { numRuns: runs, seed },
  )
}

/**
 * Draw schemas and values: the generated file parses, and the validator that the agent makes of it, the gateway's own
 * and the reference take the same values; what the agent's takes, Pi passes on unchanged.
 */
export function holdSchemas(draws: Draws): Held {
  const held: Held = { schemas: 0, values: 0, accepted: 0 }
  draw(parameterSchemas, draws, (schema, values) => {
    const parameters = readParameterSchema(schema)
    const { source, tool, agent } = generate(parameters)
    const reference = referenceOf(schema)
    const registered = { ...tool, parameters: withoutConversion(tool?.parameters as never) } as never
    held.schemas += 1
    for (const value of values) {
      const expected = reference(value)
      const context = `${JSON.stringify(schema)}\n${source}\n${JSON.stringify(value)}`
      expect(agent.Check(value), `agent, ${context}`).toBe(expected)
      expect(findSchemaProblems(parameters, value).length === 0, `gateway, ${context}`).toBe(expected)
      held.values += 1
      if (!expected) continue
      held.accepted += 1
      const call = { type: 'toolCall', id: '1', name: 'tool', arguments: value } as never
      expect(validateToolArguments(registered, call), `pi, ${context}`).toEqual(value)
    }
  })
  return held
}

/** Draw schemas whose names would do something as code, which the registry refuses: the generator writes data alone. */
export function holdHostileNames(draws: Draws): Held {
  const held: Held = { schemas: 0, values: 0, accepted: 0 }
  draw(schemasWith(HOSTILE_NAMES), draws, (schema, values) => {
    const { source, agent } = generate(schema)
    const reference = referenceOf(schema)
    held.schemas += 1
    for (const value of values) {
      const expected = reference(value)
      expect(agent.Check(value), `${source}\n${JSON.stringify(value)}`).toBe(expected)
      held.values += 1
      if (expected) held.accepted += 1
    }
  })
  return held
}
