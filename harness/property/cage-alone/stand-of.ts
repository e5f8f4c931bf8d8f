import type { PropertyWorld } from '../property-world.ts'
import { buildStand, type Stand } from './stand.ts'

/** Simulations leave nothing behind: all cases of a world share a stand. */
const stands = new WeakMap<PropertyWorld, Promise<Stand>>()

/** The stand on a property's world, built by the first case that asks. */
export function standOf(world: PropertyWorld): Promise<Stand> {
  const stand = stands.get(world) ?? world.open().then(() => buildStand(world.fork))
  stands.set(world, stand)
  return stand
}
