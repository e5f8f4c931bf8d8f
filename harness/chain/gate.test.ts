import { expect, test } from 'vitest'
import { type Body, createGate, createPick, type Gate, type Order } from './gate.ts'
import { nextTurn } from './next-turn.ts'

const openGate = () => createGate((answer) => answer)

/** Bodies that each do so many things, one after another, and write down which. */
function createBodies(gate: Gate, things: Readonly<Record<string, number>>) {
  const done: string[] = []
  const bodies = Object.entries(things).map(
    ([name, times]): Body<string> => ({
      isAtomic: false,
      async run() {
        for (let time = 1; time <= times; time += 1) await gate.through(async () => done.push(name + time))
        return name
      },
    }),
  )
  return { bodies, done }
}

const play = async (order: Order, things: Readonly<Record<string, number>> = { a: 2, b: 2 }) => {
  const gate = openGate()
  const { bodies, done } = createBodies(gate, things)
  expect(await gate.runTogether(bodies, createPick(order))).toEqual(Object.keys(things))
  return done.join(' ')
}

test('default: what goes through alone goes on at once', async () => {
  const gate = openGate()
  expect(gate.body()).toBeUndefined()
  expect(await gate.through(async () => 1)).toBe(1)
})

test('behavior: bodies begin and go on in the order of their numbers, then the first one that waits', async () => {
  expect(await play([1, 0, 0, 1, 1])).toBe('a1 b1 b2 a2')
  expect(await play([])).toBe('a1 a2 b1 b2')
  // One that does not wait, and one that there is none of, has no turn.
  expect(await play([0, 0, 0, 0, 7, 1, 1])).toBe('a1 a2 b1 b2')
})

test('behavior: an order that is drawn from a text is the same each time, and another one for another text', async () => {
  const orders = await Promise.all(
    Array.from({ length: 16 }, (_, seed) => play(`seed ${seed}`, { a: 3, b: 3, c: 3 })),
  )
  expect(orders[3]).toBe(await play('seed 3', { a: 3, b: 3, c: 3 }))
  expect(new Set(orders).size).toBeGreaterThan(8)
})

test('behavior: nothing goes on beside what is atomic, which waits for no turn itself', async () => {
  const gate = openGate()
  const { bodies, done } = createBodies(gate, { a: 2 })
  const atomic: Body<string> = {
    isAtomic: true,
    async run() {
      for (const step of ['x1', 'x2']) {
        await nextTurn()
        await gate.through(async () => done.push(step))
      }
      return 'x'
    },
  }
  await gate.runTogether([...bodies, atomic], createPick([0, 1, 0]))
  expect(done.join(' ')).toBe('x1 x2 a1 a2')
})

test('behavior: nobody goes on while something holds the gate', async () => {
  const gate = openGate()
  const { bodies, done } = createBodies(gate, { a: 1 })
  const letGo = gate.hold()
  const running = gate.runTogether(bodies, createPick([]))
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect(done).toEqual([])
  letGo()
  await running
  expect(done).toEqual(['a1'])
})

test('error: what a body throws comes once all have ended, and the gate is open again', async () => {
  const gate = openGate()
  const { bodies, done } = createBodies(gate, { b: 2 })
  const run = () => gate.through(() => Promise.reject(new Error('on purpose')))
  const failing: Body<string> = { isAtomic: false, run }
  await expect(gate.runTogether([failing, ...bodies], createPick([0, 0]))).rejects.toThrow('on purpose')
  expect(done).toEqual(['b1', 'b2'])
  expect(await gate.through(async () => 1)).toBe(1)
})

test('behavior: what a body leaves behind goes its way when all have ended', async () => {
  const gate = openGate()
  let left: Promise<string> | undefined
  const run = async () => {
    left = gate.through(async () => 'left')
    return 'ended'
  }
  expect(await gate.runTogether([{ isAtomic: false, run }], createPick([]))).toEqual(['ended'])
  expect(await left).toBe('left')
})

test('behavior: one that waits for something outside goes on when that has come, and all that goes on by itself is told', async () => {
  let underWay = 0
  const gate = createGate((answer) => {
    underWay += 1
    const end = () => (underWay -= 1)
    answer.then(end, end)
    return answer
  })
  const seen: number[] = []
  const outside: Body<void> = {
    isAtomic: false,
    async run() {
      for (let turn = 0; turn < 5; turn += 1) await nextTurn()
      await gate.through(async () => seen.push(underWay))
    },
  }
  const atomic: Body<void> = { isAtomic: true, run: async () => void seen.push(underWay) }
  await gate.runTogether([outside, atomic], createPick([]))
  await nextTurn()
  // Its own body waits for nothing while it is outside.
  expect([...seen, underWay]).toEqual([1, 1, 0])
})
