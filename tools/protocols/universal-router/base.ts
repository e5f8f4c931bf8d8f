import { defineBase } from '../../core/base.ts'
import { universalRouterAbi } from './abi.ts'

/** Uniswap's Universal Router (https://github.com/Uniswap/universal-router), at any address. */
export const BASE = defineBase({ id: 'universal-router', contracts: { router: { abi: universalRouterAbi } } })
