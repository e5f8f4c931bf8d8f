import { Type } from '../../../tools/core/schema.ts'
import { checkInput } from '../read/check-input.ts'
import { readParams } from '../read/read-params.ts'
import { named } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { readToolName, readToolsOf } from '../step/read-tool-name.ts'
import { renderParams } from '../step/render-params.ts'

/** The agent asks `query_state`. */
export const QUERY = defineStep({
  kind: 'query',
  schema: Type.Object(
    { tool: named('readTool', 'read tool') },
    { description: 'query_state, e.g. { tool: data_get_token_price, token: WETH }' },
  ),
  traits: ['of-the-agent', 'of-the-model', 'takes-input'],
  read({ tool: name, ...written }, path, reader) {
    const tool = readToolName(name, path, 'tool', readToolsOf(reader.catalogue), reader)
    const params = readParams(written, path, reader)
    checkInput(reader.catalogue.inputOf('tool', tool), params, written, path, reader)
    return { tool, params }
  },
  async run({ tool, params }, { stage, fill }) {
    const observation = await stage.agent.call('query_state', { query: tool, params: fill(params) })
    return { observation, isRead: true }
  },
  title: ({ tool, params }, words) => `query ${tool} ${renderParams(params, words)}`.trim(),
})
