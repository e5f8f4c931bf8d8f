// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {Leg, Pledge, PledgeKind} from "../../tools/contracts/interfaces/Position.sol";
import {CageFixture} from "./CageFixture.sol";
import {MockToken} from "./mocks/Mocks.sol";
import {PledgeScheme, Settlement} from "./mocks/Schemes.sol";

/// @notice A cage with a signature scheme, and a settlement that takes what was signed.
abstract contract PledgesFixture is CageFixture {
    PledgeScheme internal scheme;
    Settlement internal settlement;

    function _prepare() internal virtual override {
        scheme = new PledgeScheme();
        settlement = new Settlement();
    }

    function _config() internal view virtual override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.schemes = new IPolicyCage.Code[](1);
        c.schemes[0] = _code(address(scheme));
        IPolicyCage.TargetConfig[] memory targets = new IPolicyCage.TargetConfig[](4);
        for (uint256 i; i < 3; ++i) {
            targets[i] = c.targets[i];
        }
        targets[3].target = address(settlement);
        targets[3].selectors = new bytes4[](1);
        targets[3].selectors[0] = Settlement.cancel.selector;
        c.targets = targets;
    }

    /// @dev An order for an hour.
    function _order(MockToken tokenIn, uint256 amountIn, MockToken tokenOut, uint256 minOut)
        internal
        view
        returns (Pledge memory p)
    {
        p.legs = _legs(address(tokenIn), amountIn, address(tokenOut), minOut);
        p.spender = address(settlement);
        p.to = address(cage);
        p.until = uint40(block.timestamp + 1 hours);
    }

    /// @dev Apart from the order, or the compiler of the coverage runs out of stack.
    function _legs(address tokenIn, uint256 amountIn, address tokenOut, uint256 minOut)
        private
        pure
        returns (Leg[] memory legs)
    {
        legs = new Leg[](2);
        legs[0] = Leg(tokenIn, -int256(amountIn));
        legs[1] = Leg(tokenOut, int256(minOut));
    }

    function _allowance(MockToken token, uint256 amount) internal view returns (Pledge memory p) {
        p = _order(token, amount, token, 0);
        p.kind = PledgeKind.Allowance;
    }

    function _fields(Pledge memory p) internal pure returns (bytes memory) {
        return abi.encode(uint256(1), p);
    }

    function _digest(Pledge memory p) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, cage, _fields(p)));
    }

    function _record(Pledge memory p) internal view returns (IPolicyCage.Call[] memory) {
        return _calls(address(scheme), 0, _fields(p));
    }

    /// @dev Approves what it gives, and records it.
    function _sell(Pledge memory p) internal view returns (IPolicyCage.Call[] memory calls) {
        calls = new IPolicyCage.Call[](2);
        bytes memory approval = abi.encodeCall(IERC20.approve, (p.spender, uint256(-p.legs[0].amount)));
        calls[0] = _call(p.legs[0].token, approval);
        calls[1] = _call(address(scheme), _fields(p));
    }

    function _isValid(bytes32 digest) internal view returns (bool) {
        bytes4 answer = cage.isValidSignature(digest, "");
        assertTrue(answer == 0x1626ba7e || answer == 0xffffffff);
        return answer == 0x1626ba7e;
    }

    function _fails(IPolicyCage.Call[] memory calls, bytes4 selector) internal {
        bytes32 permitId = _permit();
        vm.expectPartialRevert(selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
    }
}
