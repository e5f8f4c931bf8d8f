// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";

/// @notice The entry of the Universal Router that swaps go through.
interface IUniversalRouter {
    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable;
}

/// @title UniversalRouterChecker
/// @notice Rules on calls to the Universal Router: swaps of exact inputs in pools of Uniswap V2 and V3, and any in those of
/// V4, which the account pays and is paid for; native coins are wrapped before them and given back after them.
/// @dev It knows few commands, each without the flag by which it might fail while the rest goes on, and refuses every other
/// one: plans within plans, transfers and permits of Permit2, payments and sweeps (universal-router 2.1.0 `Commands.sol`).
/// The router keeps nothing for anybody: what a command leaves in it, whoever comes next takes. So wrapped coins lie there
/// only in a plan that ends by giving all of them back.
contract UniversalRouterChecker is ICallChecker {
    uint8 private constant V3_SWAP_EXACT_IN = 0x00;
    uint8 private constant V2_SWAP_EXACT_IN = 0x08;
    uint8 private constant WRAP_ETH = 0x0b;
    uint8 private constant UNWRAP_WETH = 0x0c;
    uint8 private constant V4_SWAP = 0x10;

    // Actions of V4_SWAP. SETTLE_ALL and TAKE_ALL mean the router's caller and name nobody (v4-periphery V4Router.sol).
    uint8 private constant SWAP_EXACT_IN_SINGLE = 0x06;
    uint8 private constant SWAP_EXACT_OUT = 0x09;
    uint8 private constant SETTLE_ALL = 0x0c;
    uint8 private constant TAKE_ALL = 0x0f;

    // Recipients by which the router means its caller and itself (v4-periphery ActionConstants.sol).
    address private constant CALLER = address(1);
    address private constant ITSELF = address(2);

    // A path of V3: a token, and for each pool its fee and the next token (v3-periphery Path.sol).
    uint256 private constant TOKEN_BYTES = 20;
    uint256 private constant HOP_BYTES = 23;

    /// @notice The contract whose calls these are.
    address public immutable ROUTER;
    /// @notice The native coin's wrapped form.
    address public immutable WRAPPED;

    /// @dev Whose plan it is, the native coins that come with it, and whether it ends by giving back what is wrapped.
    struct Plan {
        address account;
        uint256 value;
        bool unwraps;
    }

    constructor(address router, address wrapped) {
        (ROUTER, WRAPPED) = (router, wrapped);
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = bytes4(data);
        if (selector != IUniversalRouter.execute.selector) {
            revert ICageErrors.TargetNotAllowed(ROUTER, selector);
        }
        (bytes memory commands, bytes[] memory inputs, uint256 deadline) =
            abi.decode(data[4:], (bytes, bytes[], uint256));
        uint256 count = commands.length;
        if (count == 0 || inputs.length != count) revert ICageErrors.MalformedCall(ROUTER, selector);
        Plan memory plan = Plan(account, value, uint8(commands[count - 1]) == UNWRAP_WETH);
        // Coins that are not wrapped stay in the router, and what a swap leaves of wrapped ones as well.
        bool wraps = uint8(commands[0]) == WRAP_ETH;
        if (wraps != (value != 0) || (wraps && !plan.unwraps)) revert ICageErrors.NativeNotAllowed();
        for (uint256 i; i < count; ++i) {
            inputs[i] = _reencode(plan, uint8(commands[i]), inputs[i], i == 0, i == count - 1);
        }
        // Bytes that encoding them again does not give might be read otherwise by the router.
        if (
            keccak256(data)
                != keccak256(abi.encodeCall(IUniversalRouter.execute, (commands, inputs, deadline)))
        ) {
            revert ICageErrors.MalformedCall(ROUTER, selector);
        }
        return (revokes, pledges);
    }

    /// @dev Reverts unless the command is on the short list; answers what its input comes to when it is encoded again.
    function _reencode(Plan memory plan, uint8 command, bytes memory input, bool isFirst, bool isLast)
        private
        view
        returns (bytes memory)
    {
        if (command == V3_SWAP_EXACT_IN) return _swapV3(plan, input);
        if (command == V2_SWAP_EXACT_IN) return _swapV2(plan, input);
        if (command == V4_SWAP) return _swapV4(input);
        if (command == WRAP_ETH && isFirst) {
            (address keeper, uint256 amount) = abi.decode(input, (address, uint256));
            if (keeper != ITSELF || amount != plan.value) revert ICageErrors.NativeNotAllowed();
            return abi.encode(keeper, amount);
        }
        if (command == UNWRAP_WETH && isLast) {
            (address recipient, uint256 least) = abi.decode(input, (address, uint256));
            if (!_isOwn(plan, recipient)) revert ICageErrors.RecipientNotAllowed(recipient);
            return abi.encode(recipient, least);
        }
        revert ICageErrors.TargetNotAllowed(ROUTER, bytes4(bytes1(command)));
    }

    function _swapV3(Plan memory plan, bytes memory input) private view returns (bytes memory) {
        (address recipient, uint256 amountIn, uint256 least, bytes memory path, bool isPaidByUser) =
            abi.decode(input, (address, uint256, uint256, bytes, bool));
        if (path.length < TOKEN_BYTES + HOP_BYTES || (path.length - TOKEN_BYTES) % HOP_BYTES != 0) {
            revert ICageErrors.MalformedCall(ROUTER, IUniversalRouter.execute.selector);
        }
        (address first, address last) = (_tokenAt(path, 0), _tokenAt(path, path.length - TOKEN_BYTES));
        _checkSwap(plan, V3_SWAP_EXACT_IN, isPaidByUser ? address(0) : first, last, recipient);
        _checkAmount(amountIn);
        return abi.encode(recipient, amountIn, least, path, isPaidByUser);
    }

    function _swapV2(Plan memory plan, bytes memory input) private view returns (bytes memory) {
        (address recipient, uint256 amountIn, uint256 least, address[] memory path, bool isPaidByUser) =
            abi.decode(input, (address, uint256, uint256, address[], bool));
        if (path.length < 2) revert ICageErrors.MalformedCall(ROUTER, IUniversalRouter.execute.selector);
        _checkSwap(
            plan, V2_SWAP_EXACT_IN, isPaidByUser ? address(0) : path[0], path[path.length - 1], recipient
        );
        _checkAmount(amountIn);
        return abi.encode(recipient, amountIn, least, path, isPaidByUser);
    }

    function _swapV4(bytes memory input) private view returns (bytes memory) {
        (bytes memory actions, bytes[] memory parameters) = abi.decode(input, (bytes, bytes[]));
        if (actions.length != parameters.length) {
            revert ICageErrors.MalformedCall(ROUTER, IUniversalRouter.execute.selector);
        }
        for (uint256 i; i < actions.length; ++i) {
            uint8 action = uint8(actions[i]);
            bool isSwap = action >= SWAP_EXACT_IN_SINGLE && action <= SWAP_EXACT_OUT;
            if (!isSwap && action != SETTLE_ALL && action != TAKE_ALL) {
                revert ICageErrors.TargetNotAllowed(ROUTER, bytes4(actions[i]));
            }
        }
        return abi.encode(actions, parameters);
    }

    /// @dev `paidFromRouter` is the token that the router itself pays with, of what was wrapped before; none is zero.
    function _checkSwap(Plan memory plan, uint8 command, address paidFromRouter, address bought, address to)
        private
        view
    {
        if (paidFromRouter != address(0) && (plan.value == 0 || paidFromRouter != WRAPPED)) {
            revert ICageErrors.TargetNotAllowed(ROUTER, bytes4(bytes1(command)));
        }
        bool isGivenBack = to == ITSELF && plan.unwraps && bought == WRAPPED;
        if (!isGivenBack && !_isOwn(plan, to)) revert ICageErrors.RecipientNotAllowed(to);
    }

    /// @dev Permit2 moves no more; larger numbers stand for what the router holds (ActionConstants.CONTRACT_BALANCE).
    function _checkAmount(uint256 amountIn) private view {
        if (amountIn > type(uint160).max) {
            revert ICageErrors.MalformedCall(ROUTER, IUniversalRouter.execute.selector);
        }
    }

    function _isOwn(Plan memory plan, address recipient) private pure returns (bool) {
        return recipient == CALLER || recipient == plan.account;
    }

    function _tokenAt(bytes memory path, uint256 offset) private pure returns (address token) {
        assembly {
            token := shr(96, mload(add(add(path, 32), offset)))
        }
    }
}
