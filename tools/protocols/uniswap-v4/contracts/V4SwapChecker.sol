// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";

/// @notice The entry of the Universal Router that swaps go through.
interface IUniversalRouter {
    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable;
}

/// @title V4SwapChecker
/// @notice Rules on calls to the Universal Router: one swap in pools of Uniswap V4, which the account pays and is paid for.
/// @dev It knows few actions and refuses every other one. `SETTLE_ALL` and `TAKE_ALL` mean the router's caller and name
/// nobody (universal-router 2.1.0 `Commands.sol`, v4-periphery `V4Router.sol`).
contract V4SwapChecker is ICallChecker {
    uint8 private constant SWAP_EXACT_IN_SINGLE = 0x06;
    uint8 private constant SWAP_EXACT_OUT = 0x09;
    uint8 private constant SETTLE_ALL = 0x0c;
    uint8 private constant TAKE_ALL = 0x0f;
    /// @dev `V4_SWAP`, without the flag by which it might fail while the rest goes on.
    bytes32 private constant COMMANDS = keccak256(hex"10");

    /// @notice The contract whose calls these are.
    address public immutable ROUTER;

    constructor(address router) {
        ROUTER = router;
    }

    /// @inheritdoc ICallChecker
    function check(address, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        // What a swap does not use of native coins stays in the router, for anyone to take.
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        bytes4 selector = bytes4(data);
        if (selector != IUniversalRouter.execute.selector) {
            revert ICageErrors.TargetNotAllowed(ROUTER, selector);
        }
        (bytes memory commands, bytes[] memory inputs, uint256 deadline) =
            abi.decode(data[4:], (bytes, bytes[], uint256));
        if (keccak256(commands) != COMMANDS || inputs.length != 1) {
            revert ICageErrors.TargetNotAllowed(ROUTER, bytes4(commands));
        }
        (bytes memory actions, bytes[] memory parameters) = abi.decode(inputs[0], (bytes, bytes[]));
        inputs[0] = abi.encode(actions, parameters);
        // Bytes that encoding them again does not give might be read otherwise by the router.
        if (
            actions.length != parameters.length
                || keccak256(data)
                    != keccak256(abi.encodeCall(IUniversalRouter.execute, (commands, inputs, deadline)))
        ) revert ICageErrors.MalformedCall(ROUTER, selector);
        for (uint256 i; i < actions.length; ++i) {
            uint8 action = uint8(actions[i]);
            bool isSwap = action >= SWAP_EXACT_IN_SINGLE && action <= SWAP_EXACT_OUT;
            if (!isSwap && action != SETTLE_ALL && action != TAKE_ALL) {
                revert ICageErrors.TargetNotAllowed(ROUTER, bytes4(actions[i]));
            }
        }
        return (revokes, pledges);
    }
}
