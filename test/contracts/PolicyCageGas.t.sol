// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";

/// @notice What the usual actions cost; kept in .gas-snapshot, checked by `npm run check` to 2 %.
contract PolicyCageGasTest is CageFixture {
    function setUp() public override {
        super.setUp();
        _run(_buyWeth(10_000e6));
        _pass(INTERVAL);
    }

    function test_risk() public {
        _act(_buyWeth(1_000e6));
    }

    function test_riskInTheNextHour() public {
        vm.warp(block.timestamp + STALENESS); // the feeds are just fresh
        _act(_buyWeth(1_000e6));
    }

    function test_exit() public {
        _act(_sellWeth(1e17, 2_000));
    }

    function test_idle() public {
        _act(new IPolicyCage.Call[](0));
    }

    function test_deposit() public {
        vm.prank(owner);
        cage.deposit(address(usdc), 1e6);
    }

    function _act(IPolicyCage.Call[] memory calls) private {
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "gas", "");
    }
}
