import { Type } from '../../../tools/core/schema.ts'
import { DRIVERS } from '../../pi/driver.ts'
import { SECOND_PROVIDER_MODES } from '../../stage/second-provider.ts'
import { CHAIN_NAMES } from '../../world/origin-chains.ts'
import { GUARDIAN_MODES } from '../known-names.ts'
import { amount, closed, duration, named, optional, text } from '../schema-words.ts'
import { TRAIT_MEMBERS } from '../token-traits.ts'
import { PolicySchema } from './policy-schema.ts'

/** What a file may say of its world and stack. */
export const SETUP_MEMBERS = {
  profile: optional(named('profile', 'profile, or several with commas; default trader')),
  archetype: optional(named('archetype', 'archetype that the agent plays; a profile then bounds its tools')),
  protocols: optional(
    Type.Array(named('protocol', 'protocol'), {
      uniqueItems: true,
      description: 'allowed protocols; default all',
    }),
  ),
  phase: optional(named('phase', 'phase at the start; default thriving')),
  driver: optional(
    named(
      DRIVERS,
      "who makes the agent's calls: direct, or pi, a scripted model in real sessions; default direct",
    ),
  ),
  tickLimits: optional(
    Type.Object(
      {
        calls: Type.Integer({ minimum: 1, description: 'most calls of one tick' }),
        time: duration('longest time of one tick, by the wall clock'),
      },
      { ...closed, description: 'what the model may do in one tick; default as much as it likes' },
    ),
  ),
  speculation: optional(
    Type.Boolean({ description: 'whether likely reads are made ahead of the model; default false' }),
  ),
  heartbeat: optional(
    duration('time after which the next tick begins by itself; default where a step says so'),
  ),
  untrusted: optional(
    Type.Object(
      {
        module: text('WebAssembly module as hex'),
        reviewed: optional(text('the module that was reviewed, as hex; default the module')),
        mayRequest: optional(
          Type.Array(named('actionKind', 'action kind'), {
            uniqueItems: true,
            description: 'actions that it may ask for',
          }),
        ),
        perRequest: optional(amount('most that an action it asks for may spend; default 100 USDC')),
        perDay: optional(amount('most that all of them may spend in 24 hours; default 200 USDC')),
        toleranceBps: optional(
          Type.Integer({
            minimum: 0,
            maximum: 10_000,
            description: 'widest tolerance that it may ask for; default 100',
          }),
        ),
      },
      { ...closed, description: 'an untrusted tool, run in the sandbox as untrusted_tool' },
    ),
  ),
  limits: optional(
    Type.Object(
      {
        perTransaction: optional(amount('limit of one transaction')),
        perDay: optional(amount('limit of every 24-hour window')),
        hotLane: optional(amount('most without the guardian')),
      },
      {
        ...closed,
        description:
          'spending limits, e.g. { perTransaction: 1000 USDC, perDay: 5000 USDC, hotLane: 800 USDC }',
      },
    ),
  ),
  policy: optional(PolicySchema),
  secrets: optional(
    Type.Record(Type.String(), named('secretLabel', 'what it is'), {
      description:
        'secrets that the process holds, by name; ${secret.name} or ${secret.name.base64} writes one where it must not get through, e.g. { canary: WalletSecret }',
    }),
  ),
  secondProvider: optional(
    named(
      SECOND_PROVIDER_MODES,
      'second provider: off, agrees, behind, down, or what it lies about; default off',
    ),
  ),
  guardian: optional(
    named(GUARDIAN_MODES, 'how the guardian behaves, e.g. on, off, down, hung or killed; default on'),
  ),
  signer: optional(
    named(
      'signer',
      'on, off, keystore, remote (a service over HTTP), wrong-key, lies, down, or the protocol of a contract account (`-short`: too few owners sign); default on',
    ),
  ),
  sdks: optional(
    named(['on', 'off'], 'whether the SDKs of protocols run beside the stack: on or off; default on'),
  ),
  capability: optional(
    named('capability', 'what custody gets in place of a capability, e.g. copied, used-before or for-less'),
  ),
  owner: optional(
    named(
      'owner',
      'who owns the cage: direct, or through a gate a key or an account of the protocol that is named; default direct',
    ),
  ),
  gas: optional(named('gas', 'free or normal; default free')),
  store: optional(named('store', 'memory or file; default memory')),
  tokens: optional(
    Type.Record(Type.String(), Type.Object(TRAIT_MEMBERS, closed), {
      description:
        'hostile tokens that were reviewed as they are, e.g. { DAI: { feeBps: 1000 } }; slots 6 to 13 hold decimals, fee, balances, events, refusal, approvals, transfers and re-entry',
    }),
  ),
}

/**
 * The shape of a scenario file around its steps, whose shape is {@link StepSchema}. What a shape cannot say (names,
 * units, order) is checked afterwards.
 */
export const ScenarioFileSchema = Type.Object(
  {
    name: text('what the scenario shows, as a sentence'),
    description: optional(text('more about it')),
    invariants: optional(
      Type.Array(named('invariant', 'invariant'), {
        uniqueItems: true,
        description: 'invariants that it checks, e.g. [I14]',
      }),
    ),
    found: optional(
      Type.Object(
        {
          property: text('property that it violates, e.g. authority'),
          seed: text('seed of the fuzz run, e.g. "1"'),
          case: Type.Integer({ minimum: 0, description: 'number of the drawn case' }),
          law: text('law that did not hold'),
          layer: optional(named('layer', 'layer that decided')),
          code: optional(named('errorCode', 'code with which it did')),
          settings: Type.Record(Type.String(), Type.String(), {
            description: 'defaults that it relies on, by name; it is refused when they have changed',
          }),
        },
        { ...closed, description: 'what a failure was found with; `assay fuzz` writes it' },
      ),
    ),
    chains: optional(
      Type.Array(named(CHAIN_NAMES, 'chain'), {
        minItems: 1,
        uniqueItems: true,
        description: 'chains on which it can be run, with `--chain <name>`; default [ethereum]',
      }),
    ),
    beside: optional(
      named(
        CHAIN_NAMES,
        'a second chain on which the agent acts, over the same store; a step that is done there says `on: <chain>`',
      ),
    ),
    ...SETUP_MEMBERS,
    matrix: optional(
      Type.Record(
        Type.String(),
        Type.Array(Type.Unknown(), { minItems: 1, description: 'values, e.g. [59s, 60s]' }),
        {
          description:
            'values by name; the scenario runs once for every combination, e.g. { wait: [59s, 60s] }',
        },
      ),
    ),
    share: optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description:
          'how many cells of the matrix a default run takes, first those that show a value which none before has shown; `--thorough` takes all of them',
      }),
    ),
    draws: optional(
      Type.Object(
        {
          total: Type.Integer({ minimum: 1, maximum: 1_000, description: 'how often, in all cells' }),
          cell: Type.Integer({ minimum: 1, maximum: 100, description: 'how often in one cell' }),
        },
        {
          ...closed,
          description:
            'how often the steps are carried out, in orders drawn anew each time; a default run takes the first cell, `--thorough` all of them',
        },
      ),
    ),
    steps: Type.Array(Type.Unknown(), { minItems: 1, description: 'what happens, in order' }),
  },
  closed,
)
