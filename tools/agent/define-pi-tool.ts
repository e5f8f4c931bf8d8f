import type { Json } from '../core/json.ts'
import { checkParams } from '../core/runner.ts'
import { type Static, type TSchema, toPlainData } from '../core/schema.ts'
import type { PiTool } from './pi-tool.ts'

/** Define a Pi tool from its schema and a function that answers JSON. */
export function definePiTool<Input extends TSchema>(tool: {
  readonly name: PiTool['name']
  readonly label: string
  readonly description: string
  readonly promptSnippet: string
  readonly parameters: Input
  readonly executionMode: PiTool['executionMode']
  run(params: Static<Input>, signal: AbortSignal | undefined): Promise<Json>
}): PiTool {
  const { run, ...description } = tool
  const prepareArguments = (args: unknown) => {
    checkParams(tool.parameters, args)
    return args
  }
  return {
    ...description,
    prepareArguments,
    async execute(_toolCallId, params, signal) {
      // Pi lets other extensions change the arguments after preparation, so they are checked again.
      const plain = toPlainData(params)
      prepareArguments(plain)
      const details = await run(plain as Static<Input>, signal)
      return { content: [{ type: 'text', text: JSON.stringify(details) }], details }
    },
  }
}
