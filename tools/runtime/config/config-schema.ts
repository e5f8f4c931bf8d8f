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

/** Where the workspace tools work, and which there are; without this section there are none. Paths of keys and skills are relative to the file. */
const WorkspaceSection = Type.Object(
  {
    backend: Type.Optional(Type.Union([Type.Literal('local'), Type.Literal('ssh'), Type.Literal('http')])),
    root: Type.Optional(name('absolute path of the working folder')),
    allow: Type.Optional(names('absolute paths of other folders that are open')),
    preset: Type.Optional(name('coding, read-only, all or remote')),
    tools: Type.Optional(names('tools by name, besides those of the preset')),
    skills: Type.Optional(names('TOML files of tools')),
    host: Type.Optional(name('host of the backend ssh')),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    user: Type.Optional(name('user on that host')),
    key: Type.Optional(name('private key for that user, as OpenSSH writes it')),
    host_key: Type.Optional(
      Type.String({ pattern: '^SHA256:[A-Za-z0-9+/]{43}$', description: "SHA-256 of the host's public key" }),
    ),
    url: Type.Optional(name('URL of the backend http; its token comes from elsewhere')),
  },
  closed,
)

/** Which tools of a gateway the agent's own session gets; without this section there are none. Where the gateway is, the environment says. */
const GatewaySection = Type.Object(
  { tools: Type.Array(name('name'), { minItems: 1, uniqueItems: true, description: 'tools by name' }) },
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
    workspace: Type.Optional(WorkspaceSection),
    gateway: Type.Optional(GatewaySection),
  },
  closed,
)

/** What a config says of the wallet. */
export type WalletConfig = Static<typeof WalletSection>

/** What a config says of the workspace. */
export type WorkspaceConfig = Static<typeof WorkspaceSection>

/** What a config says of a gateway. */
export type GatewayConfig = Static<typeof GatewaySection>

/** A config file's content. */
export type Config = Static<typeof CONFIG_SCHEMA>
