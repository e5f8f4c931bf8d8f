// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Pledge, PledgeKind} from "../../../tools/contracts/interfaces/Position.sol";
import {PermitSingleScheme} from "../../../tools/protocols/permit2/contracts/PermitSingleScheme.sol";

/// @notice What a cage is told that a PermitSingle lets others take.
contract PermitSingleSchemeTest is Test {
    PermitSingleScheme private immutable SCHEME = new PermitSingleScheme(address(this));

    /// @dev What the scheme takes for Permit2 here.
    function DOMAIN_SEPARATOR() external pure returns (bytes32) {
        return keccak256("domain");
    }

    function test_I70_PledgesAllThatItAllowsUntilTheLaterOfItsEnds(
        address account,
        address token,
        uint160 amount,
        uint40 expiration,
        uint40 sigDeadline,
        address spender
    ) public view {
        (, Pledge memory p) = SCHEME.terms(
            account,
            abi.encode(token, uint256(amount), uint256(expiration), uint256(0), spender, uint256(sigDeadline))
        );
        assertEq(uint8(p.kind), uint8(PledgeKind.Allowance));
        assertEq(p.legs.length, 1);
        assertEq(p.legs[0].token, token);
        assertEq(p.legs[0].amount, -int256(uint256(amount)));
        assertEq(p.spender, spender);
        assertEq(p.to, account);
        assertEq(p.until, expiration > sigDeadline ? expiration : sigDeadline);
    }
}
