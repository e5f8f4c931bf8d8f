// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {CageFixture} from "./CageFixture.sol";
import {Queue, QueueReader} from "./mocks/Receipts.sol";

/// @notice What leaves is no exposure; what leaves no more is one again, and under all rules.
contract PolicyCageLeavingTest is CageFixture {
    Queue private queue;
    QueueReader private queueReader;

    function _prepare() internal override {
        queue = new Queue(weth);
        queueReader = new QueueReader(queue);
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.targets[2].target = address(queue);
        c.targets[2].selectors = new bytes4[](4);
        c.targets[2].selectors[0] = Queue.stake.selector;
        c.targets[2].selectors[1] = Queue.leave.selector;
        c.targets[2].selectors[2] = Queue.comeBack.selector;
        c.targets[2].selectors[3] = Queue.cool.selector;
        c.targets[2].checker = _code(address(0));
        c.targets[2].reader = _code(address(queueReader));
        c.places[0] = keccak256("queue");
    }

    function setUp() public override {
        super.setUp();
        _run(_buyWeth(WETH_CAP));
        _pass(2 days);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(weth), abi.encodeCall(IERC20.approve, (address(queue), 25e18)));
        calls[1] = _call(address(queue), abi.encodeCall(queue.stake, (25e18)));
        _run(calls);
        _pass(2 days);
    }

    function test_I30_whatComesBackIsUnderTheCap() public {
        _run(_queue(abi.encodeCall(queue.leave, (25e18))));
        _pass(INTERVAL);
        _isRiskAboveTheCap(_queue(abi.encodeCall(queue.comeBack, (25e18))));
    }

    function test_I30_aLotThatLeavesNoMoreIsUnderTheCap() public {
        _run(_queue(abi.encodeCall(queue.cool, (true))));
        _pass(INTERVAL);
        _isRiskAboveTheCap(_queue(abi.encodeCall(queue.cool, (false))));
    }

    function test_I30_whatComesBackIsNoWayOutOfAPause() public {
        _run(_queue(abi.encodeCall(queue.leave, (25e18))));
        vm.prank(guardian);
        cage.pause();
        _runReverts(
            _queue(abi.encodeCall(queue.comeBack, (25e18))),
            abi.encodeWithSelector(ICageErrors.CagePaused.selector)
        );
    }

    function test_I68_whatComesBackGrowsInItsPlace() public {
        _run(_queue(abi.encodeCall(queue.leave, (5e18))));
        vm.prank(owner);
        cage.setPlace(keccak256("queue"), false);
        _run(_queue(abi.encodeCall(queue.leave, (5e18)))); // the way out stays open
        _runReverts(
            _queue(abi.encodeCall(queue.comeBack, (5e18))),
            abi.encodeWithSelector(ICageErrors.PlaceNotAllowed.selector, queueReader, keccak256("queue"))
        );
    }

    /// @notice What leaves grows by what is paid in, and only in its place.
    function test_I68_whatLeavesGrowsInItsPlace() public {
        _run(_queue(abi.encodeCall(queue.cool, (true))));
        _run(_buyWeth(2_000e6));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(weth), abi.encodeCall(IERC20.approve, (address(queue), 1e18)));
        calls[1] = _call(address(queue), abi.encodeCall(queue.stake, (1e18)));
        vm.prank(owner);
        cage.setPlace(keccak256("queue"), false);
        _pass(INTERVAL);
        _runReverts(
            calls,
            abi.encodeWithSelector(ICageErrors.PlaceNotAllowed.selector, queueReader, keccak256("queue"))
        );
    }

    /// @dev As much is bought beside what leaves as the cap lets be held; then the other may come back no more.
    function _isRiskAboveTheCap(IPolicyCage.Call[] memory back) private {
        assertEq(cage.positionValueUsdc(address(weth)), 0);
        uint256 snapshot = vm.snapshotState();
        _run(back);
        assertEq(cage.positionValueUsdc(address(weth)), WETH_CAP);
        assertEq(cage.lastRebalanceAt(), block.timestamp);
        vm.revertToState(snapshot);
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _runReverts(
            back,
            abi.encodeWithSelector(
                ICageErrors.PositionCapExceeded.selector, weth, WETH_CAP + 20_000e6, WETH_CAP
            )
        );
    }

    function _queue(bytes memory data) private view returns (IPolicyCage.Call[] memory) {
        return _calls(address(queue), 0, data);
    }
}
