import { AddressSchema, type Static, Type } from '../../core/schema.ts'

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

const SpeculationSection = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'whether likely reads are made ahead of the model' })),
  },
  closed,
)

const MemorySection = Type.Object(
  { enabled: Type.Optional(Type.Boolean({ description: 'whether memory is on; it also needs learning' })) },
  closed,
)

/** What signs for the agent; secrets come from elsewhere. Paths are relative to the file. */
const WalletSection = Type.Object(
  {
    keystore: Type.Optional(name("the account's key, encrypted (Web3 Secret Storage version 3)")),
    remote_signer: Type.Optional(name('URL of a service that holds the key and signs by JSON-RPC')),
    address: Type.Optional(AddressSchema),
    account: Type.Optional(
      name('protocol of the contract account that operates the cage; the key relays for it'),
    ),
    owners: Type.Optional(names('keys of the owners that sign for that account, encrypted')),
  },
  closed,
)

/** What a config file may say, a section a part of the stack; nothing else. */
export const CONFIG_SCHEMA = Type.Object(
  {
    agent: Type.Optional(AgentSection),
    tools: Type.Optional(ToolsSection),
    memory: Type.Optional(MemorySection),
    speculation: Type.Optional(SpeculationSection),
    wallet: Type.Optional(WalletSection),
  },
  closed,
)

/** What a config says of the wallet. */
export type WalletConfig = Static<typeof WalletSection>

/** A config file's content. */
export type Config = Static<typeof CONFIG_SCHEMA>
