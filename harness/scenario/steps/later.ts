import { Type } from '../../../tools/core/schema.ts'
import { findLaterAct, LATER_ACTS } from '../../protocols/later-acts.ts'
import { closed, duration, named, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

const DAY_SECONDS = 86_400
const ALL_BPS = 10_000

/** Others do something to what the account has in a protocol. */
export const LATER = defineStep({
  kind: 'later',
  schema: Type.Object(
    {
      protocol: named('protocol', 'where the account has something'),
      act: text('what is done to it, by the name that the testbed of the protocol gives it'),
      shareBps: optional(
        Type.Integer({
          minimum: 1,
          maximum: ALL_BPS,
          description: 'how much of what could be done is done; default 10000',
        }),
      ),
      wait: optional(duration('how long others wait where time is all that it takes; default 24h')),
    },
    {
      ...closed,
      description:
        'others do something to positions of the account later, e.g. { protocol: model-yield, act: slash, shareBps: 100 }',
    },
  ),
  traits: ['moves-holdings'],
  read({ protocol, act, shareBps = ALL_BPS, wait }, path, reader) {
    const at = (member: string) => [...path, member]
    const known = reader.choose(at('protocol'), 'protocol with a later', protocol, Object.keys(LATER_ACTS))
    const acts = LATER_ACTS[known] ?? []
    // Those of a protocol that stands in say nothing of the one that is misspelt.
    const named = reader.choose(at('act'), 'act', known === protocol ? act : acts[0], acts)
    const { extent } = findLaterAct(known, named)
    const isKnown = known === protocol && named === act
    if (isKnown && wait !== undefined && extent !== 'wait')
      reader.problem(at('wait'), `${named} in ${known} takes no time of its own`, 'leave it out', true)
    if (isKnown && shareBps !== ALL_BPS && extent !== 'shareBps')
      reader.problem(at('shareBps'), `${named} in ${known} is done as a whole`, 'leave it out', true)
    return {
      protocol: known,
      act: named,
      shareBps,
      waitSeconds: wait === undefined ? DAY_SECONDS : reader.durationSeconds(wait, at('wait')),
    }
  },
  applies: (order, stage) => stage.later.applies(order),
  run: async (order, { stage }) => ({ observation: await stage.later.happen(order) }),
  title: ({ protocol, act }) => `${protocol}: ${findLaterAct(protocol, act).title}`,
})
