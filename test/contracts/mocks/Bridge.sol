// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICallChecker} from "../../../tools/contracts/interfaces/ICallChecker.sol";
import {Leg, Pledge} from "../../../tools/contracts/interfaces/Position.sol";
import {MockToken} from "./Mocks.sol";

/// @notice Takes tokens, and says that as many as were named arrive elsewhere.
contract MockBridge {
    function send(MockToken token, uint256 amount, uint256, address) external {
        token.transferFrom(msg.sender, address(this), amount);
    }

    function multicall(bytes[] calldata inner) external {
        for (uint256 i; i < inner.length; ++i) {
            (bool ok,) = address(this).delegatecall(inner[i]);
            require(ok, "inner call failed");
        }
    }
}

/// @notice Says of each sending that it pays what arrives, whatever that is.
contract BridgeChecker is ICallChecker {
    function check(address, uint256, bytes calldata data)
        external
        pure
        returns (bool revokes, Pledge[] memory pledges)
    {
        if (bytes4(data) != MockBridge.send.selector) return (revokes, pledges);
        (address token,, uint256 arrives, address to) =
            abi.decode(data[4:], (address, uint256, uint256, address));
        pledges = new Pledge[](1);
        pledges[0].legs = new Leg[](1);
        unchecked {
            pledges[0].legs[0] = Leg(token, -int256(arrives));
        }
        pledges[0].to = to;
    }
}
