// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Meter} from "../../tools/contracts/libraries/Meter.sol";
import {Mine} from "./mocks/Readers.sol";

/// @notice Asks one question and goes on with next to nothing.
contract Asker {
    using Meter for Meter.State;

    function ask(address target, bytes calldata data) external view returns (bool ok) {
        Meter.State memory meter;
        meter.left = Meter.TOTAL;
        (ok,) = meter.ask(target, data, 0);
    }
}

/// @notice What callers can do to a question.
contract MeterTest is Test {
    /// @notice A question that has an answer gets it or reverts, however little gas there is, and however deep it goes.
    function testFuzz_I71_starvingIsNoAnswer(uint256 gas, uint256 depth) public {
        Asker asker = new Asker();
        Mine mine = new Mine();
        bytes memory question = abi.encodeCall(mine.dig, (bound(depth, 0, 6)));
        (bool done, bytes memory answer) = address(asker).call{gas: bound(gas, 50_000, 700_000)}(
            abi.encodeCall(asker.ask, (address(mine), question))
        );
        if (done) assertTrue(abi.decode(answer, (bool)));
    }

    /// @notice An address without code succeeds at everything, and answers nothing.
    function test_I71_whoIsNotThereGivesNoAnswer() public {
        assertFalse(new Asker().ask(address(1234), abi.encodeCall(Mine.dig, (0))));
    }
}
