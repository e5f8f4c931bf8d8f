import { type Static, Type } from '../../core/schema.ts'

const closed = { additionalProperties: false } as const
const name = (description: string) => Type.String({ minLength: 1, description })
const names = (description: string) => Type.Array(name('name'), { description })

/** Which agent runs. */
const AgentSection = Type.Object(
  {
    archetype: Type.Optional(name('archetype that the agent plays')),
    allowed_protocols: Type.Optional(names('protocols that the owner allows; all without')),
  },
  closed,
)

/** Which tools it gets. */
const ToolsSection = Type.Object(
  {
    profile: Type.Optional(name('profile, or several with commas')),
    categories: Type.Optional(names('categories besides those of the profile')),
    enable: Type.Optional(names('tools that are there whatever is declared')),
    disable: Type.Optional(names('tools that are not, whatever is declared')),
  },
  closed,
)

const MemorySection = Type.Object(
  { enabled: Type.Optional(Type.Boolean({ description: 'whether memory is on; it also needs learning' })) },
  closed,
)

/** What a config file may say, a section a part of the stack; nothing else. */
export const CONFIG_SCHEMA = Type.Object(
  {
    agent: Type.Optional(AgentSection),
    tools: Type.Optional(ToolsSection),
    memory: Type.Optional(MemorySection),
  },
  closed,
)

/** A config file's content. */
export type Config = Static<typeof CONFIG_SCHEMA>
