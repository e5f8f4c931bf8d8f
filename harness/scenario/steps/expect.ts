import { defineStep } from '../step/define-step.ts'

/** Nothing is done: the step only looks. */
export const EXPECT = defineStep({
  kind: 'expect',
  traits: ['alone'],
  read: () => ({}),
  run: () => undefined,
  title: () => 'expect',
})
