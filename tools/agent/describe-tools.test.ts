import { describe, expect, test } from 'vitest'
import { ToolError } from '../core/errors.ts'
import type { Tool } from '../core/tool-def.ts'
import { DEV_REGISTRY } from '../profiles/dev.ts'
import { MOST_DESCRIBED_TOOLS } from './choose-tools.ts'
import { describeTools } from './describe-tools.ts'
import type { Stack } from './stack.ts'

const openStack = (tools: readonly Tool[], find?: Stack['find']) =>
  ({
    profile: { name: 'full', tools, mayAct: true, missing: [] },
    find: find ?? ((name: string) => tools.find((tool) => tool.name === name)),
  }) as unknown as Stack
const about = { goal: 'read the balance of a token', recent: [] }

describe('describeTools', () => {
  test('default: a head and a line each, with the parameters of a read', () => {
    const [head, ...lines] = describeTools(openStack(DEV_REGISTRY.tools), about)
    expect(head).toContain('query_state')
    expect(lines).toHaveLength(MOST_DESCRIBED_TOOLS)
    const line = lines.find((text) => text.startsWith('- data_get_token_balance reads'))
    expect(line).toMatch(/Parameters: .*token.*\.$/)
  })

  test('behavior: hints on the use of a tool stand with it', () => {
    const tool = DEV_REGISTRY.tools.find(({ name }) => name === 'data_get_token_balance') as Tool
    expect(tool.promptGuidelines).not.toEqual([])
    const [, line = ''] = describeTools(openStack([tool]), about)
    for (const hint of [tool.promptSnippet, ...tool.promptGuidelines]) expect(line).toContain(hint)
  })

  test('behavior: what only an owner or the test net does is not described', () => {
    const others = DEV_REGISTRY.tools.filter(({ capability }) => !['read', 'write'].includes(capability))
    expect(others.length).toBeGreaterThan(0)
    expect(describeTools(openStack(others), about)).toEqual([])
  })

  test('error: TOOL_CHANGED keeps its text from the model', () => {
    const stack = openStack(DEV_REGISTRY.tools, () => {
      throw new ToolError('TOOL_CHANGED', { tool: 'data_get_token_balance', expected: '0x01', found: '0x02' })
    })
    expect(() => describeTools(stack, about)).toThrow('data_get_token_balance')
  })
})
