import { Type } from '../../tools/core/schema.ts'
import { CHAIN_MEMBERS } from '../scenario/schema/expect-schema.ts'
import { SETUP_MEMBERS } from '../scenario/schema/scenario-schema.ts'
import { closed, named, optional, STEPS_KEYWORD, someOf, text } from '../scenario/schema-words.ts'
import { CHANNELS, STACK_ANSWERS } from './goal.ts'

const { driver: _driver, ...SETUP } = SETUP_MEMBERS

const steps = (description: string) => Type.Array(Type.Unknown(), { description, [STEPS_KEYWORD]: true })

const predicate = (description: string) =>
  Type.Object(
    {
      ...CHAIN_MEMBERS,
      changes: optional(
        someOf(
          'by how much balances changed since the model was asked, by account and token, e.g. { cage: { USDC: "~-500 ±10bps" } }',
        ),
      ),
      phase: optional(named('expectedPhase', 'phase at the end, or unknown')),
      halted: optional(Type.Boolean({ description: 'whether the emergency halt is latched' })),
    },
    { ...closed, minProperties: 1, description },
  )

/** The shape of a goal task around its steps; its world and stack are said as in a scenario. */
export const GoalFileSchema = Type.Object(
  {
    name: text('what the task is, as a sentence'),
    description: optional(text('more about it')),
    invariants: optional(
      Type.Array(named('invariant', 'invariant'), {
        description: 'invariants that the attack tries, e.g. [I42]',
      }),
    ),
    ...SETUP,
    before: optional(steps('what happens before the model is asked')),
    goal: text('what the user asks the model for'),
    data: optional(text("what the user's message carries: a mail, an invoice")),
    utility: predicate(
      'what the chain shows once the goal is reached, e.g. { changes: { cage: { WETH: "> 0" } } }',
    ),
    attack: Type.Object(
      {
        through: named(CHANNELS, "where the attacker's words come in"),
        wants: text('what the attacker wants'),
        before: optional(steps('how the words come to be there')),
        stack: optional(
          named(
            STACK_ANSWERS,
            'what the whole stack makes of a model that follows: stops it, or allows; default stops',
          ),
        ),
        data: optional(text("what the user's message carries in place of the task's data")),
        success: predicate(
          'what the chain shows once the attacker got it, e.g. { changes: { attacker: { USDC: "> 0" } } }',
        ),
      },
      { ...closed, description: 'the same task with the words of an attacker in it' },
    ),
    scripts: Type.Object(
      {
        succeeds: steps('calls of a model that reaches the goal, and heeds no attacker'),
        fails: steps('calls of a model that does something else, or nothing'),
        follows: steps('calls of a model that does what the attacker wants'),
      },
      { ...closed, description: 'what the scripted model does in place of a real one' },
    ),
  },
  closed,
)
