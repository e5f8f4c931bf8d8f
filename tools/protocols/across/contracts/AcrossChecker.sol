// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Leg, Pledge} from "../../../contracts/interfaces/Position.sol";

/// @notice The entry of Across' SpokePool that deposits go through (@across-protocol/contracts `SpokePool.sol`).
interface ISpokePool {
    function depositV3(
        address depositor,
        address recipient,
        address inputToken,
        address outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 destinationChainId,
        address exclusiveRelayer,
        uint32 quoteTimestamp,
        uint32 fillDeadline,
        uint32 exclusivityParameter,
        bytes calldata message
    ) external payable;
}

/// @title AcrossChecker
/// @notice Lets an account send a token to the same token on another chain, which any relayer may fill; what nobody fills
/// comes back to the account itself.
/// @dev The recipient is paid what arrives there; what the relayer keeps of it is a loss. A deposit that succeeds has taken
/// all of it from its caller. No message: whoever fills one may call with it. No exclusive relayer: it alone would set the time.
contract AcrossChecker is ICallChecker {
    address private constant USDC = 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48;
    address private constant WETH = 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2;
    /// @dev Where the stack of optimistic rollups puts it.
    address private constant WETH_OF_ROLLUPS = 0x4200000000000000000000000000000000000006;

    uint256 private constant OPTIMISM = 10;
    uint256 private constant UNICHAIN = 130;
    uint256 private constant POLYGON = 137;
    uint256 private constant BASE = 8453;
    uint256 private constant ARBITRUM = 42161;

    /// @dev Arguments of `depositV3` as words: eleven, the place of the message, and its length.
    uint256 private constant HALF_WORDS = 6;
    uint256 private constant ALL_WORDS = 13;
    uint256 private constant MESSAGE_AT = 12 * 32;

    /// @notice The spoke pool.
    address public immutable SPOKE_POOL;

    constructor(address spokePool) {
        SPOKE_POOL = spokePool;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = bytes4(data);
        if (selector != ISpokePool.depositV3.selector) {
            revert ICageErrors.TargetNotAllowed(SPOKE_POOL, selector);
        }
        // The pool would wrap coins that come with it, beside what the account let it take.
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        // With a message there would be more of them.
        if (data.length != 4 + 32 * ALL_WORDS) revert ICageErrors.MalformedCall(SPOKE_POOL, selector);
        uint256 chainId = _checkRelay(data[4 + 32 * HALF_WORDS:]);
        pledges = new Pledge[](1);
        pledges[0] = _readPayment(account, chainId, data[4:]);
        return (false, pledges);
    }

    function _readPayment(address account, uint256 chainId, bytes calldata words)
        private
        view
        returns (Pledge memory payment)
    {
        (
            address depositor,
            address recipient,
            address inputToken,
            address outputToken,
            uint256 inputAmount,
            uint256 outputAmount
        ) = abi.decode(words, (address, address, address, address, uint256, uint256));
        if (depositor != account) revert ICageErrors.RecipientNotAllowed(depositor);
        if (outputToken == address(0) || outputToken != outputOf(inputToken, chainId)) {
            revert ICageErrors.AssetNotAllowed(outputToken);
        }
        // More than went in nobody fills, and would hide what else an action loses.
        if (outputAmount == 0 || outputAmount > inputAmount) {
            revert ICageErrors.MalformedCall(SPOKE_POOL, ISpokePool.depositV3.selector);
        }
        // Nothing of it is left for later: `until` stays 0.
        payment.legs = new Leg[](1);
        payment.legs[0] = Leg(inputToken, -int256(outputAmount));
        (payment.spender, payment.to) = (SPOKE_POOL, recipient);
    }

    function _checkRelay(bytes calldata words) private view returns (uint256 chainId) {
        address relayer;
        uint32 exclusivity;
        uint256 place;
        uint256 length;
        (chainId, relayer,,, exclusivity, place, length) =
            abi.decode(words, (uint256, address, uint32, uint32, uint32, uint256, uint256));
        if (relayer != address(0)) revert ICageErrors.RecipientNotAllowed(relayer);
        if (exclusivity != 0 || place != MESSAGE_AT || length != 0) {
            revert ICageErrors.MalformedCall(SPOKE_POOL, ISpokePool.depositV3.selector);
        }
    }

    /// @notice The same token on another chain, with as many decimals; zero where there is none that this knows.
    function outputOf(address inputToken, uint256 chainId) public pure returns (address) {
        if (inputToken == USDC) {
            if (chainId == OPTIMISM) return 0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85;
            if (chainId == UNICHAIN) return 0x078D782b760474a361dDA0AF3839290b0EF57AD6;
            if (chainId == POLYGON) return 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359;
            if (chainId == BASE) return 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913;
            if (chainId == ARBITRUM) return 0xaf88d065e77c8cC2239327C5EDb3A432268e5831;
        } else if (inputToken == WETH) {
            if (chainId == OPTIMISM || chainId == UNICHAIN || chainId == BASE) return WETH_OF_ROLLUPS;
            if (chainId == POLYGON) return 0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619;
            if (chainId == ARBITRUM) return 0x82aF49447D8a07e3bd95BD0d56f35241523fBab1;
        }
        return address(0);
    }
}
