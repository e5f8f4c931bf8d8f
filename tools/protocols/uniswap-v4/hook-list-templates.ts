import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { type Permission, PermissionSchema } from './hook.ts'
import { describeTemplate, HOOK_TEMPLATES, TEMPLATE_NAMES, TEMPLATE_OUTPUT } from './hook-templates.ts'

/** List the hooks that the stack ships as templates. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_list_templates',
  description: 'List the Uniswap V4 hook templates of the stack, with their permissions and parameters.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['list'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_list_templates lists the hooks that the stack ships for Uniswap V4, with the permissions that their addresses must have and what their constructors take; it asks no node.',
  promptGuidelines: ['hook_get_template gives the source and the code of one; no tool deploys it.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      permission: Type.Optional(
        Type.Unsafe<Permission>({
          ...PermissionSchema,
          description: 'only templates with this permission',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ templates: Type.Array(Type.Object(TEMPLATE_OUTPUT)) }),
  errorCodes: [],
  async read({ permission }, ctx) {
    ctx.step('list')
    return {
      templates: TEMPLATE_NAMES.map((name) => describeTemplate(name, HOOK_TEMPLATES[name])).filter(
        ({ permissions }) => permission === undefined || permissions.includes(permission),
      ),
    }
  },
})
