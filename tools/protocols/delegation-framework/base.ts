import { defineBase } from '../../core/base.ts'
import { enforcerAbi, managerAbi, managerEventsAbi } from './abi.ts'

/** The Delegation Framework 1.3.0 (https://github.com/MetaMask/delegation-framework, @metamask/delegation-deployments). */
export const BASE = defineBase({
  id: 'delegation-framework',
  contracts: {
    manager: { abi: [...managerAbi, ...managerEventsAbi] },
    periodEnforcer: { abi: enforcerAbi },
    totalEnforcer: { abi: enforcerAbi },
    callsEnforcer: { abi: enforcerAbi },
    targetsEnforcer: { abi: [] },
    methodsEnforcer: { abi: [] },
    timeEnforcer: { abi: [] },
    redeemerEnforcer: { abi: [] },
  },
  addresses: {
    1: {
      manager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
      periodEnforcer: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
      totalEnforcer: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
      callsEnforcer: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
      targetsEnforcer: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
      methodsEnforcer: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
      timeEnforcer: '0x1046bb45C8d673d4ea75321280DB34899413c069',
      redeemerEnforcer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
    },
  },
})
